import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { assertDistributed } from '../../src/platform/db/cluster-tables.ts'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { countUnindexedChanges } from '../support/changes.ts'
import { createCourseTree } from '../support/course-fixture.ts'
import { startTestService, type TestService } from '../support/service.ts'

const client = new pg.Client({ connectionString: inject('postgres')!.server })
let service: TestService
beforeAll(async () => {
  await client.connect()
  service = await startTestService()
})
afterAll(async () => {
  await service.close()
  await client.end()
})

type Placement = { shard: string; node: string; host: string; port: number }

/** The shard of a workspace, and its node. */
async function placementOf(workspaceId: string): Promise<Placement> {
  const { rows } = await client.query<Placement>(
    `SELECT p.shardid::text AS shard, n.nodename || ':' || n.nodeport AS node, n.nodename AS host, n.nodeport AS port
     FROM pg_dist_placement p JOIN pg_dist_node n ON n.groupid = p.groupid
     WHERE p.shardid = get_shard_id_for_distribution_column('courses', $1::uuid)`,
    [workspaceId],
  )
  return rows[0]!
}

async function makeAuthor() {
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  const { course, lesson, block } = await createCourseTree(service, key)
  const write = () =>
    service.rest('POST', `/lessons/${lesson.id}/blocks`, key, { type: 'text', content: { text: 'Kingfishers.' } })
  const change = () => service.rest('PATCH', `/blocks/${block.id}`, key, { content: { text: 'Herons.' } })
  const read = () => service.rest('GET', `/courses/${course.id}/tree`, key)
  return { workspaceId, key, write, change, read, placement: await placementOf(workspaceId) }
}

/** Two workspaces on different workers. */
async function makeDistantAuthors() {
  const first = await makeAuthor()
  for (let tries = 0; tries < 50; tries++) {
    const second = await makeAuthor()
    if (second.placement.node !== first.placement.node) return [first, second] as const
  }
  throw new Error('The cluster needs two workers with shards.')
}

test('every table is distributed or copied, and the start accepts the cluster', async () => {
  await assertDistributed(service.db.sql)
  const { rows } = await client.query<{ type: string; tables: string[] }>(
    `SELECT t.citus_table_type AS type, array_agg(t.table_name::text ORDER BY t.table_name::text) AS tables FROM citus_tables t GROUP BY 1 ORDER BY 1`,
  )
  expect(rows).toMatchObject([
    { type: 'distributed', tables: expect.arrayContaining(['blocks', 'changes', 'idempotency_keys', 'releases']) },
    { type: 'reference', tables: ['_prisma_migrations', '_sql_scripts', 'api_keys', 'users', 'workspaces'] },
  ])
})

test('a table that is not distributed stops the start, with its name', async () => {
  await client.query('CREATE TABLE lonely (workspace_id uuid PRIMARY KEY)')
  try {
    await expect(assertDistributed(service.db.sql)).rejects.toThrow(
      'has not distributed lonely. Run npm run distribute.',
    )
  } finally {
    await client.query('DROP TABLE lonely')
  }
})

test('a search finds what was written, and nothing failed to be indexed', async () => {
  const { workspaceId, key, write } = await makeAuthor()
  expect((await write()).status).toBe(201)
  while ((await countUnindexedChanges(service.db)) > 0) await service.app.services.textIndex.indexPendingChanges()
  const { body } = await service.rest('GET', '/search?query=kingfishers', key)
  expect(body.data).toHaveLength(1)
  expect(await service.db.prisma.searchFailure.count({ where: { workspaceId } })).toBe(0)
})

test('1,000 workspaces are spread over all shards, none with more than twice its part', async () => {
  const { rows } = await client.query<{ workspaces: number; shards: number }>(
    `SELECT count(*)::int AS workspaces, (SELECT count(*)::int FROM pg_dist_shard WHERE logicalrelid = 'courses'::regclass) AS shards
     FROM (SELECT get_shard_id_for_distribution_column('courses', id) AS shard FROM unnest($1::uuid[]) w (id)) s GROUP BY s.shard`,
    [Array.from({ length: 1000 }, makeUuidV7)],
  )
  const { shards } = rows[0]!
  expect(rows).toHaveLength(shards)
  expect(Math.max(...rows.map(({ workspaces }) => workspaces))).toBeLessThan((2 * 1000) / shards)
})

test('a shard moves to another node while its workspace is read and written, without an error', async () => {
  const [author, other] = await makeDistantAuthors()
  let isMoving = true
  const statuses = new Map<number, number>()
  const count = ({ status }: { status: number }) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const load = async () => {
    while (isMoving) for (const call of [author.write, author.read]) count(await call())
  }
  const running = [load(), load()]
  const { shard, host, port } = author.placement
  await client.query("SELECT citus_move_shard_placement($1::bigint, $2, $3, $4, $5, 'auto')", [
    shard,
    host,
    port,
    other.placement.host,
    other.placement.port,
  ])
  await wait(500)
  isMoving = false
  await Promise.all(running)
  expect((await placementOf(author.workspaceId)).node).toBe(other.placement.node)
  expect([...statuses.keys()].sort()).toEqual([200, 201])
})

test('while a worker is stopped, its workspaces get 503, others are read and written, and its own recover within 5 s', async () => {
  const [author, other] = await makeDistantAuthors()
  const run = (variable: string) => execFileSync('sh', ['-c', process.env[variable]!], { stdio: 'ignore' })
  const isOnWorker = author.placement.port === Number(process.env.TEST_CITUS_WORKER_PORT)
  const [own, others] = isOnWorker ? [author, other] : [other, author]
  expect(own.placement.port).toBe(Number(process.env.TEST_CITUS_WORKER_PORT))
  run('TEST_CITUS_STOP_WORKER')
  try {
    for (const call of [own.read, own.write]) {
      const { status, headers } = await call()
      expect([status, headers.has('Retry-After')]).toEqual([503, true])
    }
    // A session of the coordinator finds out by its first statement that its connection to the worker is lost.
    const sessions = service.db.pool().size
    for (let i = 0; i < sessions; i++) await Promise.all([others.write(), others.change()])
    for (let i = 0; i < 10; i++) {
      expect((await others.read()).status).toBe(200)
      expect((await others.write()).status).toBe(201)
      expect((await others.change()).status).toBe(200)
    }
    await wait(1100)
    const { status, body } = await service.http('/health/ready')
    const share = expect.toSatisfy((workspaces: number) => workspaces > 0 && workspaces < 1)
    const nodesAway = [{ node: own.placement.node, workspaces: share }]
    expect([status, body.data]).toEqual([200, { status: 'degraded', nodesAway }])
  } finally {
    run('TEST_CITUS_START_WORKER')
  }
  await expect.poll(async () => (await own.write()).status, { timeout: 5000 }).toBe(201)
  expect((await own.read()).status).toBe(200)
})
