import fc from 'fast-check'
import { marked } from 'marked'
import { expect, test } from 'vitest'
import { isMarkdownUnsafeInDashboard } from '../../src/ai/clean/dashboard.ts'
import { cleanMarkdown } from '../../src/ai/clean/markdown.ts'

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
  'a abbr b blockquote br caption code col colgroup dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins li mark ol p pre q rp rt ruby s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var wbr'.split(
    ' ',
  ),
)

/** What of a rendered text a browser would act on: tags that should not be there, handlers, addresses. */
function actsIn(html: string): string[] {
  const tags = [...html.matchAll(/<\/?([a-zA-Z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>?/g)]
  const bad = tags.filter(([, name = '', attributes = '']) => {
    const address = /(?:href|src)\s*=\s*"?\s*([^"\s>]*)/i.exec(attributes)?.[1] ?? ''
    const scheme = address.replace(/&(?:#58|colon);/g, ':').replace(/&Tab;|%0[0-9a-f]/gi, '')
    const handler = /\son\w+\s*=/i.test(attributes.replace(/"[^"]*"/g, ''))
    return !harmless.has(name.toLowerCase()) || handler || /^(?:javascript|data|vbscript):/i.test(scheme)
  })
  return [...bad.map(([tag]) => tag), ...(html.match(/<[!?][^>]*/g) ?? [])]
}

test('rendered generated content contains no active markup, and cleaning it again changes nothing', () => {
  const clean = (text: string) => {
    const once = cleanMarkdown(text)
    expect([text, once, actsIn(marked.parse(once, { async: false }))]).toEqual([text, once, []])
    expect(cleanMarkdown(once)).toBe(once)
  }
  fc.assert(fc.property(hostile, clean), { numRuns: 2000, interruptAfterTimeLimit: 10_000, endOnFailure: true })
})

test('code stays unchanged next to any other Markdown', () => {
  const code = fc.array(fc.constantFrom(...parts.filter((part) => !/[`~\0\r]/.test(part)), 'x'), { maxLength: 6 })
  const kept = (words: string, all: string[]) => {
    const block = `\`\`\`html\n${all.join('')}\n\`\`\``
    expect(cleanMarkdown(`${words}\n\n${block}\n`)).toContain(block)
  }
  const words = fc.constantFrom('Plain words.', '# A heading', '- a list', 'A <script>x</script>', '[x](javascript:y)')
  fc.assert(fc.property(words, code, kept), { numRuns: 500, interruptAfterTimeLimit: 10_000, endOnFailure: true })
})

test.each([
  ['no backslash', 'a <b c', 'a &lt;b c'],
  ['one', 'a \\<b c', 'a &lt;b c'],
  ['two', 'a \\\\<b c', 'a \\\\&lt;b c'],
  ['three', 'a \\\\\\<b c', 'a \\\\&lt;b c'],
])('a < that is text stays text, and keeps only the backslashes that are text: %s', (_backslashes, source, clean) => {
  expect(cleanMarkdown(source)).toBe(clean)
})

test.each(['[^1]: <?', '[^1]: <x '])(
  'what only the parser of the dashboard would read as an unsafe link is not kept: %s',
  (source) => {
    expect(isMarkdownUnsafeInDashboard(cleanMarkdown(source))).toBe(false)
  },
)
