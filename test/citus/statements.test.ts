import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ofCluster } from '../../src/platform/db/cluster-texts.ts'
import { sampleSqlValues } from '../support/sql-values.ts'
import { readStatements } from '../support/statements.ts'

const { server } = inject('postgres')!
const client = new pg.Client({ connectionString: server })
beforeAll(() => client.connect())
afterAll(() => client.end())

/** Returns the lines of the plan of a statement on the cluster. */
async function planOf(text: string): Promise<string[]> {
  await client.query('BEGIN')
  try {
    await client.query('SET LOCAL plan_cache_mode = force_custom_plan')
    await client.query(`PREPARE planned AS ${text}`)
    const { rows } = await client.query<{ types: string[] }>(
      "SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'planned'",
    )
    const plan = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN EXECUTE planned ${sampleSqlValues(rows[0]!.types)}`,
    )
    return plan.rows.map((row) => row['QUERY PLAN'])
  } finally {
    await client.query('ROLLBACK')
    await client.query('DEALLOCATE ALL')
  }
}

const taskCounts = (lines: readonly string[]) =>
  lines.flatMap((line) => [...line.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count)))

/** The texts of the tasks of a plan: each has the node, and what it does there. */
function tasksIn(lines: readonly string[]): string[] {
  const tasks: { indent: number; text: string }[] = []
  let isInTask = false
  for (const line of lines) {
    const indent = line.search(/\S/)
    if (line.endsWith('->  Task')) tasks.push({ indent, text: '' })
    isInTask = line.endsWith('->  Task') || (isInTask && indent > tasks.at(-1)!.indent)
    if (isInTask) tasks.at(-1)!.text += `${line}\n`
  }
  return tasks.map(({ text }) => text)
}

/** A task that needs no other node than that of its shard, or the coordinator. */
const isBound = (task: string) => /_1\d{5}\b/.test(task) || task.includes(`port=${new URL(server).port} `)

/** One adds up the requests of several workspaces, and the planner finds out that a sample of the other reads nothing. */
const unbound = ['usage_add', 'releases_pinned_count']

test('the cluster plans every statement, and one of one workspace for its node and the coordinator alone', async () => {
  const statements = await readStatements()
  expect(statements.length).toBeGreaterThan(400)
  const wrong: object[] = []
  for (const statement of statements) {
    const { name, acrossWorkspaces } = statement
    const plan = await planOf(ofCluster(statement).text).catch((error: Error) => error.message)
    if (typeof plan === 'string') wrong.push({ name, error: plan })
    else if (!acrossWorkspaces && taskCounts(plan).some((count) => count !== 1)) wrong.push({ name, plan })
    else if (!acrossWorkspaces && !unbound.includes(name) && !tasksIn(plan).every(isBound)) wrong.push({ name, plan })
  }
  expect(wrong).toEqual([])
})
