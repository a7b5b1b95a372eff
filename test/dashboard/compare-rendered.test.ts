import type { ElementContent } from 'hast'
import { expect, test } from 'vitest'
import { compareRendered } from '../../src/dashboard/app/courses/markdown/comparison/compare-rendered.ts'
import { findMarkdown } from '../../src/dashboard/app/courses/publishing/diff/markdown-values.ts'
import { findMarkupLabels } from '../../src/markup/labels/labels.ts'
import type { MarkdownKind } from '../../src/markup/read-markdown.ts'
import { renderMarkdown } from '../../src/markup/render.ts'
import { toMathElement } from '../../src/markup/tree/formula.ts'

/** Writes a node as text: what is removed as `[-…-]`, what is added as `{+…+}`, and the names of the other elements. */
function write(node: ElementContent): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element' || String(node.properties.className).includes('visually-hidden')) return ''
  const text = node.children.map(write).join('')
  if (node.tagName === 'del') return `[-${text}-]`
  return node.tagName === 'ins' ? `{+${text}+}` : `<${node.tagName}>${text}`
}

const render = (text: string, kind: MarkdownKind) =>
  renderMarkdown(text, kind, { labels: findMarkupLabels('en'), toMath: toMathElement })
const compare = (before: string, after: string, kind: MarkdownKind = 'text') =>
  compareRendered(render(before, kind), render(after, kind)).map(({ change, node }) => `${change} ${write(node)}`)

test('a heading that did not change stays the same, however much its text changes', () => {
  expect(compare('## Leaves\n\nGreen.', '## Leaves\n\nThey turn light into sugar, all day.')).toEqual([
    'same <h2>Leaves',
    'removed <p>Green.',
    'added <p>They turn light into sugar, all day.',
  ])
})

test('words that changed are marked in the text as it is shown, without signs of Markdown', () => {
  expect(compare('A **leaf** turns light into sugar.', 'A **green leaf** turns light into *sugar*.')).toEqual([
    'changed <p>A <strong>{+green +}leaf turns light into <em>sugar.',
  ])
  expect(compare('- one leaf here\n- two', '- one leaf\n- two\n- three')).toEqual([
    expect.stringMatching(/^changed <ul>.*<li>one leaf\[- here-\].*<li>two.*<li>\{\+three\+\}/s),
  ])
  expect(compare('What is $x$ here?', 'What is $x$ there?', 'question')).toEqual([
    expect.stringMatching(/^changed <p>What is .*\[-here-\]\{\+there\+\}\?/s),
  ])
})

test('a change of the form alone shows the old and the new form', () => {
  expect(compare('## Leaves', '### Leaves')).toEqual(['removed <h2>Leaves', 'added <h3>Leaves'])
  expect(compare('A leaf.', 'A **leaf**.')).toEqual(['removed <p>A leaf.', 'added <p>A <strong>leaf.'])
})

test('the words of both versions are all there, whatever the texts are', () => {
  const texts = [
    'One two three four five.',
    'One **two** three nine five.',
    '> One two three\n> four five',
    '| a | b |\n| - | - |\n| one | two |',
    '| a | b |\n| - | - |\n| one | three |\n| four | two |',
    '',
    '- one\n  - two\n  - three\n- four',
    '- one\n- two\n  - four',
    'One $x$ two ![leaf](https://example.com/a.png) three.',
    'One two ![leaf](https://example.com/a.png) three.',
  ]
  const wordsOf = (text: string) => (text.match(/\w+/g) ?? []).toSorted()
  const clean = (parts: string[], without: RegExp) =>
    wordsOf(
      parts
        .join(' ')
        .replaceAll(without, '')
        .replaceAll(/<\w+>|[[\]{}+-]/g, ' '),
    )
  const shownWords = (text: string) =>
    clean(
      compare('', text).map((part) => part.replace('added ', '')),
      /$^/g,
    )
  for (const before of texts) {
    for (const after of texts) {
      const parts = compareRendered(render(before, 'text'), render(after, 'text'))
      const kept = parts.filter(({ change }) => change !== 'removed').map(({ node }) => write(node))
      expect(clean(kept, /\[-.*?-\]/gs), `${before} → ${after}`).toEqual(shownWords(after))
    }
  }
})

test('the Markdown of a block is found by the place of its value', () => {
  expect(findMarkdown('/content/text', 'a', 'b')).toEqual({ kind: 'text', before: 'a', after: 'b' })
  expect(findMarkdown('/content/questions/2/prompt', null, 'b')).toEqual({ kind: 'question', before: null, after: 'b' })
  const added = JSON.stringify({ id: '1', text: '3. Oktober' })
  expect(findMarkdown('/content/questions/0/options/1', null, added)).toEqual({
    kind: 'option',
    before: null,
    after: '3. Oktober',
  })
  expect(findMarkdown('/content/questions/0', '{"type":"essay"}', null)).toBeUndefined()
  expect(findMarkdown('/description', 'a', 'b')).toBeUndefined()
})
