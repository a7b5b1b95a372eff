import { expect, test } from 'vitest'
import '../../src/keys/insert-key.ts'
import { defineSqlStatement, listDefinedSqlStatements, type SqlRunner } from '../../src/platform/db/statement.ts'
import { serviceForTest } from '../support/service.ts'

let runs = 0
const run = <Row>(sql: SqlRunner, text: string) => sql.rows(defineSqlStatement<Row>(`test_ended_${runs++}`, text), [])

test('the active keys of a workspace are counted without reading its revoked keys', async () => {
  const { db, workspace } = await serviceForTest()
  const workspaceId = await workspace()
  await run(
    db.sql,
    `INSERT INTO api_keys (id, workspace_id, name, hash, start, environment, scopes, revoked_at)
     SELECT gen_random_uuid(), '${workspaceId}', 'Key', sha256(n::text::bytea), 's', 'prod', '{}', now()
     FROM generate_series(1, 5000) n`,
  )
  await run(db.sql, 'ANALYZE api_keys')
  const count = [...listDefinedSqlStatements()].find(({ name }) => name === 'api_keys_count_active')
  const plan = await db.sql.transaction(async (tx) => {
    await run(tx, `PREPARE active_keys (uuid, timestamptz) AS ${count!.text}`)
    return run<Record<string, string>>(tx, `EXPLAIN EXECUTE active_keys ('${workspaceId}', now())`)
  })
  expect(plan.map((row) => Object.values(row)[0]).join('\n')).toContain('api_keys_unrevoked')
})
