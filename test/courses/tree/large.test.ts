import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { parseDesiredTreeNodes } from '../../../src/courses/tree/input.ts'
import type { SqlRunner } from '../../../src/platform/db/statement.ts'
import { freshDatabase, startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
/** The names of the hand-written statements that ran in transactions. */
const ran: string[] = []
/** For each of these statements, the turns of the event loop since the result of the statement before it. */
const turnsBefore: number[] = []
let turns = 0

beforeAll(async () => {
  const { db } = await freshDatabase()
  const { transaction } = db.sql
  const recorded = ({ rows, write, pipeline }: SqlRunner): SqlRunner => {
    const record =
      (run: SqlRunner['rows']): SqlRunner['rows'] =>
      async (statement, values) => {
        ran.push(statement.name)
        turnsBefore.push(turns)
        const result = await run(statement, values)
        turns = 0
        return result
      }
    return { rows: record(rows), write: record(write), pipeline }
  }
  db.sql.transaction = (work) => transaction((tx) => work(recorded(tx)))
  service = await startTestService({ db })
  key = await service.key()
})
afterAll(() => service.close())

/** A tree of `modules` × 10 lessons × 10 blocks. */
const treeOf = (modules: number, word: string) =>
  Array.from({ length: modules }, (_, m) => ({
    key: `m${m}`,
    name: `Module ${m}`,
    lessons: Array.from({ length: 10 }, (_, l) => ({
      key: `m${m}l${l}`,
      name: `Lesson ${l}`,
      blocks: Array.from({ length: 10 }, (_, b) => ({
        key: `m${m}l${l}b${b}`,
        type: 'text',
        content: { text: `${word} ${m} ${l} ${b} ${'x'.repeat(300)}` },
      })),
    })),
  }))

async function statementsOf(work: () => Promise<{ status: number }>): Promise<string[]> {
  ran.length = 0
  expect((await work()).status).toBeLessThan(300)
  return [...ran]
}

test('a tree of 10,000 blocks takes the same statements as one of 100, and its blocks are written in batches of 1 MB', {
  timeout: 180_000,
}, async () => {
  const counted: string[][][] = []
  for (const modules of [1, 100]) {
    const made = await service.rest('POST', '/courses', key, { name: 'Large' })
    const path = `/courses/${made.body.data.id}/tree`
    const put = (word: string) => () => service.rest('PUT', path, key, { modules: treeOf(modules, word) })
    counted.push([
      await statementsOf(put('first')),
      await statementsOf(put('second')),
      await statementsOf(put('second')),
    ])
    const read = await service.rest('GET', path, key)
    const blocks = read.body.data.modules.flatMap((one: { lessons: { blocks: unknown[] }[] }) =>
      one.lessons.flatMap((lesson) => lesson.blocks),
    )
    expect(blocks).toHaveLength(modules * 100)
  }
  // How much the workspace stores is read once a second, so a longer request can read it again.
  const withoutRepeats = (statements: string[]) =>
    statements.filter((name, at) => name !== 'storage_read' && name !== statements[at - 1])
  expect(counted[1]!.map(withoutRepeats)).toEqual(counted[0]!.map(withoutRepeats))
  // The blocks have between 4 and 6 MB of JSON text.
  expect(counted[1]!.flat().filter((name) => name === 'blocks_insert_all')).toHaveLength(5)
  expect(counted[0]).toEqual([
    [
      'course_lock',
      'modules_current',
      'lessons_current',
      'blocks_current',
      'modules_insert_all',
      'lessons_insert_all',
      'blocks_insert_all',
      'course_change_tree',
    ],
    ['course_lock', 'modules_current', 'lessons_current', 'blocks_current', 'blocks_update_all', 'course_change_tree'],
    ['course_lock', 'modules_current', 'lessons_current', 'blocks_current'],
  ])
})

test('a body over 16 MB is refused as too large, and nothing is written', async () => {
  const made = await service.rest('POST', '/courses', key, { name: 'Too large' })
  const path = `/courses/${made.body.data.id}/tree`
  const answer = await service.rest('PUT', path, key, { modules: [{ name: 'x'.repeat(16_000_000) }] })
  expect([answer.status, answer.body.error.code]).toEqual([413, 'invalid_request'])
  expect((await service.rest('GET', path, key)).body.data.modules).toEqual([])
})

/** Counts the turns of the event loop in `turns` until the test ends, on a clock that is 25 ms later at each look. */
function countTurnsOfSlowWork(): void {
  let at = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    at += 25
    return at
  })
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  onTestFinished(() => {
    clearImmediate(next)
    clock.mockRestore()
  })
}

test('other requests run between the planning of a tree and its writes', async () => {
  const modules = treeOf(2, 'word')
  const made = await service.rest('POST', '/courses', key, { name: 'Slow' })
  countTurnsOfSlowWork()
  const turnsBeforeInsert = async (method: string, path: string, body: object) => {
    turnsBefore.length = 0
    const names = await statementsOf(() => service.rest(method, path, key, body))
    return turnsBefore[names.indexOf('modules_insert_all')]
  }
  // While the nodes are matched, while they are planned, after the plan, and after the rows are made of it.
  expect(await turnsBeforeInsert('PUT', `/courses/${made.body.data.id}/tree`, { modules })).toBe(4)
  expect(await turnsBeforeInsert('POST', '/courses', { name: 'Slow', modules })).toBe(3)
})

test('other requests run between the blocks of a tree that is checked', async () => {
  const blocks = Array.from({ length: 3 }, () => ({ type: 'text' as const, content: { text: 'x' } }))
  countTurnsOfSlowWork()
  turns = 0
  await parseDesiredTreeNodes([{ name: 'M', lessons: [{ name: 'L', blocks }] }], 'lenient')
  expect(turns).toBe(3)
})
