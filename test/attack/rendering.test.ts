import fc from 'fast-check'
import { Marked } from 'marked'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'
import { cleanBlockContent } from '../../src/ai/clean/content.ts'
import { cleanMarkdown } from '../../src/ai/clean/markdown.ts'
import { removeHtmlTags } from '../../src/ai/clean/plain.ts'
import { blockTypeDefinitionByName } from '../../src/courses/block/types.ts'
import { activeContentIn } from '../support/active-html.ts'

const dashboard = new Marked({ gfm: true })

/** Renderers of Markdown that keep all HTML and all addresses. */
const readers: [string, (markdown: string) => string][] = [
  ['the dashboard', (markdown) => dashboard.parse(markdown, { async: false })],
  [
    'GitHub',
    (markdown) =>
      micromark(markdown, {
        extensions: [gfm()],
        htmlExtensions: [gfmHtml()],
        allowDangerousHtml: true,
        allowDangerousProtocol: true,
      }),
  ],
]

function mustRunNoScript(markdown: string): void {
  for (const [reader, read] of readers)
    expect([reader, markdown, activeContentIn(read(markdown))]).toEqual([reader, markdown, []])
}

const image = '<img src=x onerror=alert(1)>'
const table = (cells: string) => `| a | b |\n|---|---|\n| ${cells} |`

test.each([
  ['a bar in a code span of a table', table(`\`x | ${image} \``)],
  ['the same with a link', table('`x | [y](javascript:alert(1)) `')],
  ['the same with an escaped bar', table(`\`x \\| ${image} \` | \`a\``)],
  ['a code span over lines in a list in a quote', `> - \`${image}\t\n\``],
  ['a code span that a table in a list breaks', `*  \`\n|a|\n|-|\n|\n${image}\` \n\n|a|`],
  ['a definition that takes the fence after it for its address', `[^1]: \n\`\`\`\n\n${image}`],
  ['HTML that one reader sees end later', `- '\n    <a href="javascript:a()">\n\`${image}\``],
  ['a script in a quote in a list', '- > <script>\n  > alert(1)\n  > </script>'],
  ['an address whose scheme is coded', '[x](java&#115;cript&colon;alert(1))'],
  ['an address with a control character', '[x](<\u0001javascript:alert(1)>)'],
  ['an address with a tab', '[x](<java\tscript:alert(1)>)'],
  ['a data address', '![x](data:text/html;base64,PHNjcmlwdD4=)'],
  ['an address by itself', '<JavaScript:alert(1)>'],
  ['a definition in a quote', '[x][y]\n\n> [y]:\n> javascript:alert(1)'],
  ['a footnote', `[^1]\n\n[^1]: ${image}`],
  ['a comment that does not end', `<!-- a\n\n${image}`],
  ['a title', `[x](y "${image}")`],
])('cleaned Markdown runs no script: %s', (_what, markdown) => {
  mustRunNoScript(cleanMarkdown(markdown))
})

test('only the script in a table is removed, and code elsewhere stays as it is', () => {
  const code = 'The tag `<b>` is bold.'
  const cleaned = cleanMarkdown(`${table(`\`x | ${image} \``)}\n\n${code}`)
  expect(cleaned).toBe(`${table('`x |  `')}\n\n${code}`)
})

// Pieces that renderers of Markdown read differently, pieces that run script, and where they can stand.
const scripts = fc.constantFrom(
  ...[image, '<script>a()</script>', '<a href="javascript:a()">', '<b onclick=x>', '<svg/onload=a>', '<style>'],
  ...['<iframe src=javascript:a>', '<textarea>', '<!-- <b onclick=x> -->', '<![CDATA[', '<?', '<x', '<javascript:a>'],
  ...['[x](javascript:a)', '[x](<jAvaScript:a>)', '[x](java&#10;script:a)', '[x]( javascript&colon;a)', '[x][y]'],
  ...['[y]: <javascript:a>', '![x](javascript:a)', '[x](data:text/html,a)', '[^1]', `[^1]: ${image}`],
  ...[`[${image}](b)`, `[b](c "${image}")`, '<https://a"onclick=a>', `<http://a.b?${image}`, 'www.a.b"<b onclick=x>'],
)
const start = fc.constantFrom(
  ...['', '> ', '- ', '1. ', '    ', '  ', '\t', '# ', '| ', '> - ', '- > ', '[^1]: ', '- [ ] ', '\\', '```\n'],
  ...['|a|b|\n|-|-|\n|', '~~~\n', '<div>\n', '<div>\n\n', '- a\n\n  ', '1. a\n   ', '[z]: b\n', '[z]: <b>\n"'],
)
const glue = fc.constantFrom(
  ...['', ' ', '|', ' | ', '\\|', '`', '``', '` ', ' `', '```', '*', '**', '~~', '[', ']', '(', ')', '](', '![', '<'],
  ...['>', '\\', '\n', '\n\n', '\n> ', '\n- ', '\n    ', '&lt;', '"', '=', '-->', '<!--', ':', '\r', '\u00a0', 'a'],
  ...['http://', 'www.', '@', '\n```\n', '\n|---|\n', '\n---\n', '\\`', '&#96;', '\\<', '&#60;'],
)
const words = fc.array(fc.oneof({ weight: 3, arbitrary: glue }, { weight: 2, arbitrary: scripts }), { maxLength: 9 })
const line = fc.tuple(start, words).map(([begins, all]) => begins + all.join(''))
const row = fc.array(
  fc.tuple(glue, scripts, glue).map((all) => all.join('')),
  { minLength: 1, maxLength: 4 },
)
const rows = row.map((cells) => table(cells.join('|')))
const markdown = fc.oneof(
  fc.array(line, { maxLength: 4 }).map((lines) => lines.join('\n')),
  rows,
  fc.tuple(line, rows).map((all) => all.join('\n\n')),
)

const within = (milliseconds: number) => ({ numRuns: 100_000, interruptAfterTimeLimit: milliseconds })

test('a link whose scheme is hidden by a character reference runs no script, also after a definition that is no footnote', () => {
  for (const text of [
    '[^1]: \n```\n[x](java&#10;script:a)',
    '[^1]: \n```\n[x](java&Tab;script:a)\n![x](&#106;avascript:a)',
  ])
    mustRunNoScript(cleanMarkdown(text))
})

test('no cleaned Markdown runs script in the dashboard or on GitHub, and cleaning it again changes nothing', () => {
  const property = fc.property(markdown, (text) => {
    const clean = cleanMarkdown(text)
    mustRunNoScript(clean)
    expect(cleanMarkdown(clean)).toBe(clean)
  })
  fc.assert(property, within(3000))
})

const part = fc
  .array(
    fc.oneof(glue, fc.constantFrom(image, `\`${image}\``, '](', '(javascript:a)', '[x]:', '`[x](javascript:a)`')),
    {
      maxLength: 4,
    },
  )
  .map((all) => all.join(''))

test('the texts of a question, each harmless alone, run no script together', () => {
  const property = fc.property(part, part, part, part, (prompt, text, feedback, explanation) => {
    const options = [
      { id: 'a', text, feedback },
      { id: 'b', text: feedback, feedback: text },
    ]
    const questions = [{ id: '1', type: 'single_choice', prompt, options, answer: 'a', explanation }]
    mustRunNoScript(blockTypeDefinitionByName.quiz.markdown(cleanBlockContent('quiz', { questions }, [])))
  })
  fc.assert(property, within(2000))
  const options = [{ id: 'a', text: '`', feedback: `\`${image}` }]
  const questions = [{ id: '1', type: 'single_choice', prompt: 'a', options, answer: 'a' }]
  mustRunNoScript(blockTypeDefinitionByName.quiz.markdown(cleanBlockContent('quiz', { questions }, [])))
})

test('an open code fence in one text does not turn the code of the next text into HTML', () => {
  const next = cleanMarkdown(`\`\`\`\n${image}\n\`\`\``)
  for (const open of ['```\nx', '~~~~\nx\n~~~', '```', '- ```\n  x', '> ```\n> x'])
    mustRunNoScript(`${cleanMarkdown(open)}\n\n${next}`)
  expect(cleanMarkdown('> ```\n> x\n> ```')).toBe('> ```\n> x\n> ```')
})

test('no cleaned HTML runs script', () => {
  const property = fc.property(fc.array(fc.oneof(scripts, glue), { maxLength: 9 }), (all) => {
    const { text } = cleanBlockContent('text', { text: all.join(''), format: 'html' }, []) as { text: string }
    expect([text, activeContentIn(text)]).toEqual([text, []])
  })
  fc.assert(property, within(500))
})

test('cleaned plain text has no tags, not even ones that form when a tag is removed', () => {
  expect(removeHtmlTags('<scr<b>ipt>alert(1)</scr<i></i>ipt>')).toBe('alert(1)')
  expect(removeHtmlTags('a < b, List<String>, 1 <2> 3, <<b>')).toBe('a < b, List<String>, 1 <2> 3, <')
  const pieces = fc.constantFrom('<', '>', '/', 'b', 'script', 'img ', 'x', '=', '!', '?', ' ', '-', '<b>', '</b>')
  const property = fc.property(fc.array(pieces, { maxLength: 14 }), (all) => {
    const clean = removeHtmlTags(all.join(''))
    expect(removeHtmlTags(clean)).toBe(clean)
    expect(clean).not.toMatch(/<\/?(?:b|script|img)(?:[\s/][^<>]*)?>|<[!?][^<>]*>/i)
  })
  fc.assert(property, { numRuns: 2000 })
})

test('settings of an activity are cleaned, whatever names their members have', () => {
  const config = JSON.parse('{"constructor":"<script>a","toString":"<script>b","__proto__":"<script>c"}')
  expect(cleanBlockContent('interactive', { config }, []).config).toEqual(
    JSON.parse('{"constructor":"a","toString":"b","__proto__":"c"}'),
  )
})
