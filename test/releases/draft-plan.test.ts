import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDefinedSqlStatements, type SqlRunner } from '../../src/platform/db/statement.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test('no plan of the statement that reads a draft reads all its blocks or all stored lessons for each lesson', async () => {
  const { text } = listDefinedSqlStatements().find(({ name }) => name === 'release_lessons_of_draft')!
  const run = <Row>(tx: SqlRunner, sql: string) => tx.rows<Row>({ name: `draft_plan_${sql.length}`, text: sql }, [])
  const plan = await service.db.sql.transaction(async (tx) => {
    for (const setting of ['plan_cache_mode = force_generic_plan', 'enable_hashjoin = off', 'enable_mergejoin = off'])
      await run(tx, `SET LOCAL ${setting}`)
    await run(tx, `PREPARE draft (uuid, uuid) AS ${text}`)
    const lines = await run<Record<string, string>>(tx, 'EXPLAIN EXECUTE draft (gen_random_uuid(), gen_random_uuid())')
    await run(tx, 'DEALLOCATE draft')
    return lines.map((line) => Object.values(line)[0]).join('\n')
  })
  expect(plan).toContain('Full Join')
  expect(plan.match(/Nested Loop.*/g)).toHaveLength(1)
  expect(plan).toMatch(/Index Cond: \(\(workspace_id = \$1\) AND \(hash = h\.hash\)\)/)
})
