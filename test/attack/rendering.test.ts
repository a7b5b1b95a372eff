import fc from 'fast-check'
import { toHtml } from 'hast-util-to-html'
import { expect, test } from 'vitest'
import { cleanBlockContent } from '../../src/ai/clean/content.ts'
import { cleanMarkdown } from '../../src/ai/clean/markdown.ts'
import { removeHtmlTags } from '../../src/ai/clean/plain.ts'
import { englishMarkupLabels } from '../../src/markup/labels/labels.ts'
import { renderHtml, renderMarkdown } from '../../src/markup/render.ts'
import { toMathElement } from '../../src/markup/tree/formula.ts'
import { activeContentIn } from '../support/active-html.ts'

/** What a text becomes wherever it is shown, as text, question and option. */
const kinds = ['text', 'question', 'option'] as const

/** A text runs no script, whether a model wrote it, so that it is cleaned, or an author. */
function mustRunNoScript(markdown: string): void {
  for (const kind of kinds)
    for (const text of [markdown, cleanMarkdown(markdown, kind)]) {
      const html = toHtml(renderMarkdown(text, kind, { labels: englishMarkupLabels, toMath: toMathElement }))
      expect([kind, text, activeContentIn(html)]).toEqual([kind, text, []])
    }
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
])('Markdown runs no script: %s', (_what, markdown) => {
  mustRunNoScript(markdown)
})

// Pieces that readers of Markdown take for different things, pieces that run script, and where they can stand.
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

test('no Markdown runs script', () => {
  fc.assert(fc.property(markdown, mustRunNoScript), within(5000))
})

test('no HTML runs script, whether it is cleaned or not', () => {
  const property = fc.property(fc.array(fc.oneof(scripts, glue), { maxLength: 9 }), (all) => {
    const html = all.join('')
    const { text } = cleanBlockContent('text', { text: html, format: 'html' }, []) as { text: string }
    for (const shown of [text, toHtml(renderHtml(html))]) expect([shown, activeContentIn(shown)]).toEqual([shown, []])
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
