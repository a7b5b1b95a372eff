import fc from 'fast-check'
import { toHtml } from 'hast-util-to-html'
import { expect, test } from 'vitest'
import { cleanMarkdown } from '../../src/ai/clean/markdown.ts'
import { englishMarkupLabels } from '../../src/markup/labels/labels.ts'
import type { MarkdownKind } from '../../src/markup/read-markdown.ts'
import { renderMarkdown } from '../../src/markup/render.ts'
import { toMathElement } from '../../src/markup/tree/formula.ts'

// What has been used to get markup past a cleaner, and what makes readers of Markdown differ.
const parts = [
  ...[
    '<script>',
    '</script>',
    '<img src=x onerror=x>',
    '<b onclick=x>',
    '</b>',
    '<div>',
    '<h1\nonclick=x>',
    '<pre>',
    '<p>',
  ],
  ...[
    '<svg/onload=x>',
    '<iframe src=javascript:x>',
    '<a href="javascript:x">',
    '</a>',
    '<style>',
    '</style>',
    '<x ',
    '<any>',
  ],
  ...[
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '<',
    '>',
    '&lt;',
    '&#58;',
    '&Tab;',
    '\\',
    '"',
    '=',
    '\0',
    '\r',
    '\t',
    ' ',
  ],
  ...['[a](', '![', '](', ')', '[x]', '[x]: javascript:x', '\n[y]:\njavascript:x\n', '[^1]: ', '<javascript:x>', '('],
  ...['javascript:x', 'javascript&colon;x', 'data:text/html,x', 'www.x.com', 'http://a.b/', '<http://a.b>', 'text '],
  ...[
    '\n',
    '\n\n',
    '> ',
    '- ',
    '1. ',
    '    ',
    '`',
    '``',
    '```',
    '~~~',
    '# ',
    '---',
    '*',
    '**',
    '| a | b |\n|---|---|\n',
  ],
]
const hostile = fc.array(fc.constantFrom(...parts), { maxLength: 14 }).map((all) => all.join(''))

const harmless = new Set(
  'a abbr annotation aside b blockquote br caption code col colgroup dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark math mi mn mo mrow ol p pre q section semantics rp rt ruby s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var wbr'.split(
    ' ',
  ),
)

/** What of a rendered text a browser would act on: tags that should not be there, handlers, addresses. */
function actsIn(html: string): string[] {
  const anyTag = /<\/?([a-zA-Z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>?/g
  const tags = [...html.matchAll(anyTag)]
  const bad = tags.filter(([, name = '', attributes = '']) => {
    const address = /(?:href|src)\s*=\s*"?\s*([^"\s>]*)/i.exec(attributes)?.[1] ?? ''
    const scheme = address.replace(/&(?:#58|colon);/g, ':').replace(/&Tab;|%0[0-9a-f]/gi, '')
    const handler = /\son\w+\s*=/i.test(attributes.replace(/"[^"]*"/g, ''))
    return !harmless.has(name.toLowerCase()) || handler || /^(?:javascript|data|vbscript):/i.test(scheme)
  })
  return [...bad.map(([tag]) => tag), ...(html.replaceAll(anyTag, '').match(/<[!?][^>]*/g) ?? [])]
}

const render = (text: string, kind: MarkdownKind) =>
  toHtml(renderMarkdown(text, kind, { labels: englishMarkupLabels, toMath: toMathElement }), {
    characterReferences: { useNamedReferences: true },
  })

test('no text has active markup on a page, whether it is cleaned or not, as text, question or option', () => {
  const check = (text: string) => {
    for (const kind of ['text', 'question', 'option'] as const)
      for (const shown of [text, cleanMarkdown(text, kind)])
        expect([text, kind, actsIn(render(shown, kind))]).toEqual([text, kind, []])
  }
  check('![<?](http://a.b/)')
  fc.assert(fc.property(hostile, check), { numRuns: 2000, interruptAfterTimeLimit: 10_000, endOnFailure: true })
})

test('code stays unchanged next to any other Markdown', () => {
  const code = fc.array(fc.constantFrom(...parts.filter((part) => !/[`~\0\r]/.test(part)), 'x'), { maxLength: 6 })
  const kept = (words: string, all: string[]) => {
    const block = `\`\`\`html\n${all.join('')}\n\`\`\``
    expect(cleanMarkdown(`${words}\n\n${block}\n`, 'text')).toContain(block)
  }
  const words = fc.constantFrom('Plain words.', '# A heading', '- a list', 'A <script>x</script>', '[x](javascript:y)')
  fc.assert(fc.property(words, code, kept), { numRuns: 500, interruptAfterTimeLimit: 10_000, endOnFailure: true })
})

test.each(['List<String>', '<strong>', '<script>', 'x<y and y>z', 'a \\<b', '1 < 2'])(
  '%s stays in a question',
  (text) => {
    expect(cleanMarkdown(text, 'question')).toBe(text)
  },
)

test.each(['List<String>', 'x<y and y>z', 'a \\<b c', 'cat <file>'])('%s stays in a text', (text) => {
  expect(cleanMarkdown(text, 'text')).toBe(text)
})
