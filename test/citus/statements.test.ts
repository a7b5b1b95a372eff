import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sampleSqlValues } from '../support/sql-values.ts'
import { readStatements } from '../support/statements.ts'

const client = new pg.Client({ connectionString: inject('postgres')!.server })
beforeAll(() => client.connect())
afterAll(() => client.end())

/** How many tasks each part of a statement has, as the cluster plans it. */
async function tasksOf(text: string): Promise<number[]> {
  await client.query('BEGIN')
  try {
    await client.query('SET LOCAL plan_cache_mode = force_custom_plan')
    await client.query(`PREPARE planned AS ${text}`)
    const { rows } = await client.query<{ types: string[] }>(
      "SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'planned'",
    )
    const values = sampleSqlValues(rows[0]!.types)
    const plan = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE planned ${values}`)
    return plan.rows.flatMap((row) => [...row['QUERY PLAN'].matchAll(/Task Count: (\d+)/g)].map(([, n]) => Number(n)))
  } finally {
    await client.query('ROLLBACK')
    await client.query('DEALLOCATE ALL')
  }
}

test('the cluster plans every statement, and each part of a statement of one workspace for one shard', async () => {
  const statements = await readStatements()
  expect(statements.length).toBeGreaterThan(400)
  const wrong: object[] = []
  for (const { name, text, clusterText, acrossWorkspaces } of statements) {
    const tasks = await tasksOf(clusterText ?? text).catch((error: Error) => error.message)
    const isRight = Array.isArray(tasks) && (acrossWorkspaces || tasks.every((count) => count === 1))
    if (!isRight) wrong.push({ name, tasks })
  }
  expect(wrong).toEqual([])
})
