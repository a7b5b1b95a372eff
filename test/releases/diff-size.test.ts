import { expect, test } from 'vitest'
import type { Outline, ReleaseLesson } from '../../src/releases/content/outline.ts'
import type { CourseSnapshot } from '../../src/releases/content/read.ts'
import { compareSnapshots } from '../../src/releases/diff/compare.ts'
import { makeCourseDiffResponse } from '../../src/releases/diff/course-diff-response.ts'
import { compareTextsWordByWord } from '../../src/releases/diff/words.ts'

const lesson = (id: string, hash: string) => ({ id, key: null, name: 'L', durationMinutes: null, blocks: 1, hash })
const module = (id: string, lessons: unknown[] = []) => ({ id, key: null, name: 'M', lessons })

const snapshot = (modules: unknown[], contents: Record<string, object[]> = {}): CourseSnapshot => ({
  outline: { id: 'c', name: 'C', modules } as unknown as Outline,
  readLessons: async (hashes) =>
    new Map(
      hashes.map((hash) => {
        const blocks = contents[hash]!.map((content, index) => ({ id: `b${index}`, key: null, type: 'x', content }))
        return [hash, { id: 'l', name: 'L', blocks } as unknown as ReleaseLesson]
      }),
    ),
  async *readLessonsInBatches() {},
})
const withContents = (hash: string, contents: object[]) =>
  snapshot([module('m', [lesson('l', hash)])], { [hash]: contents })

const compare = async (before: CourseSnapshot, after: CourseSnapshot) =>
  makeCourseDiffResponse(await compareSnapshots(before, after), { from: '1', to: '2' })

test('of more than 1,000 changes 1,000 are listed, and all are counted', async () => {
  const { changes, counts, isComplete } = await compare(
    snapshot([]),
    snapshot(Array.from({ length: 1001 }, (_, index) => module(`m${index}`))),
  )
  expect([changes.length, counts.added, isComplete]).toEqual([1000, 1001, false])
})

test('1,000 changes are complete, also if one of them is a change and a move', async () => {
  const added = Array.from({ length: 999 }, (_, index) => module(`m${index}`))
  const { changes, counts, isComplete } = await compare(
    snapshot([module('x'), module('y'), module('z')]),
    snapshot([module('y'), module('z'), { ...module('x'), name: 'New' }, ...added]),
  )
  expect([changes.length, counts, isComplete]).toEqual([1000, { added: 999, removed: 0, changed: 1, moved: 1 }, true])
})

test('values at a very long place are not listed', async () => {
  const content = (name: string, value: number) => [{ [name]: value }]
  const short = await compare(withContents('a', content('n', 1)), withContents('b', content('n', 2)))
  expect([short.changes[0]!.values.length, short.isComplete]).toEqual([1, true])
  const name = 'n'.repeat(2000)
  const long = await compare(withContents('a', content(name, 1)), withContents('b', content(name, 2)))
  expect([long.changes[0]!.values, long.counts.changed, long.isComplete]).toEqual([[], 1, false])
})

test('all values together have at most 4 MB, also those of one block', async () => {
  const contents = (letter: string) => [
    Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`m${index}`, letter.repeat(20_000)])),
  ]
  const { changes, isComplete } = await compare(withContents('a', contents('a')), withContents('b', contents('b')))
  expect(changes[0]!.values.length).toBeGreaterThan(90)
  expect(changes[0]!.values.length).toBeLessThan(110)
  expect(isComplete).toBe(false)
  const three = (letter: string) => [...contents(letter), ...contents(letter), ...contents(letter)]
  const cut = await compare(withContents('a', three('a')), withContents('b', three('b')))
  expect([cut.changes.map(({ nodeId }) => nodeId), cut.counts.changed, cut.isComplete]).toEqual([['b0'], 3, false])
})

test('of more than 100 texts 100 are compared word by word, and none with more than 300 edits', async () => {
  const contents = (word: string) => [
    Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`m${index}`, `the ${word}`])),
  ]
  const { changes } = await compare(withContents('a', contents('leaf')), withContents('b', contents('root')))
  const compared = changes[0]!.values.map(({ words }) => words !== null)
  expect(compared).toEqual([...Array(100).fill(true), false])
  const words = (word: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${word}${index}`).join(' ')
  expect(compareTextsWordByWord(words('a', 100), words('b', 100))).toBeDefined()
  expect(compareTextsWordByWord(words('a', 400), words('b', 400))).toBeUndefined()
})

test('a text of more than 20,000 characters is not compared word by word, whether it was long before or is now', () => {
  const long = (length: number) => 'leaf '.repeat(length / 5)
  const isCompared = (before: number, after: number) => compareTextsWordByWord(long(before), long(after)) !== undefined
  expect([isCompared(20_000, 19_990), isCompared(19_990, 20_000)]).toEqual([true, true])
  expect([isCompared(20_005, 19_990), isCompared(19_990, 20_005)]).toEqual([false, false])
})
