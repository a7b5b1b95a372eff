import { expect, test } from 'vitest'
import { estimateJsonMemory } from '../../src/http/json-memory.ts'

const estimate = (text: string) => estimateJsonMemory(Buffer.from(text))
const filling = 'x'.repeat(20_000)
const listOf = (value: string, count: number) => `["${filling}",${Array(count).fill(value).join()}]`
/** Returns what a list of values is estimated to need beyond twice its text. */
const beyondText = (text: string) => estimate(text) - 2 * Buffer.byteLength(text)

test('a short text needs twice its bytes, whatever its values are', () => {
  expect(estimate('[{},{},{}]')).toBe(20)
})

test('each object and list counts 64 bytes, and each entry 16', () => {
  expect(beyondText(listOf('1', 10))).toBe(64 + 10 * 16)
  expect(beyondText(listOf('{}', 10))).toBe(64 + 10 * (16 + 64))
  expect(beyondText(listOf('{"a":[]}', 10))).toBe(64 + 10 * (16 + 64 + 16 + 64))
})

test.each(['{,:[', '\\"{,:[', '{\\\\\\"[', '\\u007b,[', '{\\\\'])('the string %j counts as text only', (text) => {
  expect(() => JSON.parse(`"${text}"`)).not.toThrow()
  expect(beyondText(`["${filling}","${text}",{}]`)).toBe(64 + 2 * 16 + 64)
})

test('a text that is no JSON has an estimate too', () => {
  for (const text of ['"', '\\', `"${filling}`, `${filling}\\`, ''])
    expect(estimate(filling + text)).toBe(2 * (filling.length + text.length))
})
