import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateJsonMemory } from '../../src/http/json-memory.ts'

const estimate = async (text: string) => estimateJsonMemory(Buffer.from(text))
const filling = 'x'.repeat(20_000)
const listOf = (value: string, count: number) => `["${filling}",${Array(count).fill(value).join()}]`
/** Returns what a list of values is estimated to need beyond twice its text. */
const beyondText = async (text: string) => (await estimate(text)) - 2 * Buffer.byteLength(text)

test('a short text needs twice its bytes, whatever its values are', async () => {
  expect(await estimate('[{},{},{}]')).toBe(20)
})

test('each object and list counts 64 bytes, and each entry 16', async () => {
  expect(await beyondText(listOf('1', 10))).toBe(64 + 10 * 16)
  expect(await beyondText(listOf('{}', 10))).toBe(64 + 10 * (16 + 64))
  expect(await beyondText(listOf('{"a":[]}', 10))).toBe(64 + 10 * (16 + 64 + 16 + 64) + 150)
})

test('each new property name, and each name that is a number, counts 150 bytes more', async () => {
  const objects = (nameOf: (index: number) => string) =>
    `["${filling}",${Array.from({ length: 10 }, (_, index) => `{"${nameOf(index)}":1}`).join()}]`
  const withoutNames = 64 + 10 * (16 + 64 + 16)
  expect(await beyondText(objects(() => 'a'))).toBe(withoutNames + 150)
  expect(await beyondText(objects((index) => `a${index}`))).toBe(withoutNames + 10 * 150)
  expect(await beyondText(objects(() => '1000'))).toBe(withoutNames + 10 * 150)
})

const textOf = (megabytes: number, valueAt: (index: number) => object) =>
  JSON.stringify(
    Array.from({ length: (megabytes * 1e6) / JSON.stringify(valueAt(0)).length }, (_, index) => valueAt(index)),
  )

test('15 MB of blocks need little more than twice their text', async () => {
  const text = textOf(15, (index) => ({ id: index, type: 'text', content: { text: 'x'.repeat(600) } }))
  expect(await estimate(text)).toBeLessThan(45_000_000)
})

test.each([
  ['are numbers', (index: number) => `${index * 5000}`],
  ['are all different', (index: number) => `name ${index}`],
  ['are all different and have the same first letters', (index: number) => `${'n'.repeat(30)} ${index}`],
])('objects whose names %s need over 150 bytes each', async (_title, nameAt) => {
  const valueAt = (index: number) => ({ [nameAt(index)]: 1 })
  const text = textOf(5, valueAt)
  expect(await beyondText(text)).toBeGreaterThan(150 * JSON.parse(text).length)
})

test.each(['{,:[', '\\"{,:[', '{\\\\\\"[', '\\u007b,[', '{\\\\'])('the string %j counts as text only', async (text) => {
  expect(() => JSON.parse(`"${text}"`)).not.toThrow()
  expect(await beyondText(`["${filling}","${text}",{}]`)).toBe(64 + 2 * 16 + 64)
})

test('any string counts as text only', async () => {
  const unit = fc.constantFrom('"', '\\', '{', '[', ',', ':', 'x', 'é', '\n')
  const strings = fc.array(fc.string({ unit, maxLength: 100 }), { maxLength: 10 })
  const check = async (list: string[]) => {
    expect(await beyondText(JSON.stringify([filling, ...list]))).toBe(64 + 16 * list.length)
  }
  await fc.assert(fc.asyncProperty(strings, check))
})

test('a text that is no JSON has an estimate too', async () => {
  for (const text of ['"', '\\', `"${filling}`, `${filling}\\`, ''])
    expect(await estimate(filling + text)).toBe(2 * (filling.length + text.length))
})

test('other requests run while a long text is searched', async () => {
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await estimate('x'.repeat(10_000_000))
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(9)
})

test('a text is searched across the ends of turns', async () => {
  const escaped = `"${'x'.repeat(999_998)}\\""`
  expect(await beyondText(`[${escaped},{}]`)).toBe(64 + 16 + 64)
  expect(await beyondText(`["${'x'.repeat(2_000_000)}",{}]`)).toBe(64 + 16 + 64)
})
