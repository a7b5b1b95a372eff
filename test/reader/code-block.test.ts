import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/operations/json-object.ts'
import { renderCode } from '../../src/reader/code-html.ts'
import { englishPageLanguage } from '../../src/reader/page-language.ts'

/** Returns the HTML of a block of code, without the elements that only have colours. */
function render(content: JsonObject): string {
  const { text } = renderCode(content, englishPageLanguage)
  return text.replace(/<span class="hljs[^>]*>(.*?)<\/span>/gs, '$1')
}

test('highlighted lines have a band, also inside of a text that spans lines', () => {
  const code = 'a = 1\n"""\nb\n"""\n'
  const html = render({ language: 'python', code, highlight: [1, 3, 99] })
  expect(html).toContain('<mark class="line"></mark>a = 1\n"""\n<mark class="line"></mark>b\n"""\n')
  expect(html.match(/<mark/g)).toHaveLength(2)
})

test('without highlighted lines the code is as it was written', () => {
  expect(render({ code: 'a\n\n<b>', highlight: [] })).toContain('<code class="hljs">a\n\n&#x3C;b></code>')
})

test('an exercise shows what to start with, its hints, and its tests with their input and output', () => {
  const tests = [{ name: 'Adds <two>', input: '1 1', expected: '2' }, { expected: '0' }]
  const html = render({ code: 'add(1, 1)', starter: 'def add(a, b):', hints: ['Use `+`.'], tests })
  expect(html).toMatch(/add\(1, 1\).*Start with.*def add\(a, b\):.*Hint 1.*\+.*Tests/s)
  expect(html).toMatch(/Adds &lt;two&gt;.*Input.*1 1.*Expected output.*2.*2\..*Expected output.*0/s)
  expect(html.match(/Input/g)).toHaveLength(1)
})

test('code of an exercise that only has a beginning is shown, and an empty block shows nothing', () => {
  expect(render({ starter: 'x' })).toContain('<code class="hljs">x</code>')
  expect(render({}).trim()).toBe('')
})
