import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sweepAssets } from '../../src/assets/removal/sweep.ts'
import { assertDistributed, assertNotDistributed } from '../../src/platform/db/cluster-tables.ts'
import { distributeDatabase } from '../../src/platform/db/distribute.ts'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { makeRequestCounter } from '../../src/usage/counter.ts'
import { countUnindexedChanges } from '../support/changes.ts'
import { createCourseTree } from '../support/course-fixture.ts'
import { openFolderForTests } from '../support/file-store.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { readStatements } from '../support/statements.ts'

const client = new pg.Client({ connectionString: inject('postgres')!.server })
let service: TestService
let closeFolder: () => Promise<void>
beforeAll(async () => {
  await client.connect()
  const { env, close } = await openFolderForTests()
  service = await startTestService({ env })
  closeFolder = close
})
afterAll(async () => {
  await service.close()
  await closeFolder()
  await client.end()
})

const run = (variable: string) => execFileSync('sh', ['-c', process.env[variable]!], { stdio: 'ignore' })

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

const moveShard = ({ shard, host, port }: Placement, to: Placement) =>
  client.query("SELECT citus_move_shard_placement($1::bigint, $2, $3, $4, $5, 'auto')", [
    ...[shard, host, port],
    ...[to.host, to.port],
  ])

async function makeAuthor() {
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  const { course, lesson, block } = await createCourseTree(service, key)
  const write = () =>
    service.rest('POST', `/lessons/${lesson.id}/blocks`, key, { type: 'text', content: { text: 'Kingfishers.' } })
  const change = () => service.rest('PATCH', `/blocks/${block.id}`, key, { content: { text: 'Herons.' } })
  const read = () => service.rest('GET', `/courses/${course.id}/tree`, key)
  /** Writes of several statements. Returns their answers. */
  async function writeMuch() {
    const modules = [
      { name: 'Wings', lessons: [{ name: 'Feathers', blocks: [{ type: 'text', content: { text: 'Down.' } }] }] },
    ]
    const created = await service.rest('POST', '/courses', key, { name: 'Birds', modules })
    const path = `/courses/${created.body.data?.id}`
    const copied = await service.rest('POST', `${path}/duplicate`, key)
    const written = await service.rest('PUT', `${path}/tree`, key, { name: 'Birds', modules: [...modules, ...modules] })
    const copiedBlock = await service.rest('POST', `/blocks/${block.id}/duplicate`, key)
    const copiedLesson = await service.rest('POST', `/lessons/${lesson.id}/duplicate`, key)
    const moved = await service.rest('POST', `/blocks/${block.id}/move`, key, { lessonId: lesson.id, order: 0 })
    const tree = await service.rest('GET', `${path}/tree`, key)
    const moduleId = tree.body.data?.modules[0].id
    const gone = await service.rest('POST', `/lessons/${copiedLesson.body.data?.id}/move`, key, { moduleId, order: 0 })
    const deletedBlock = await service.rest('DELETE', `/blocks/${copiedBlock.body.data?.id}`, key)
    const deleted = await service.rest('DELETE', path, key)
    const restored = await service.rest('POST', `/trash/${deleted.body.data?.trashId}/restore`, key)
    return [created, copied, written, copiedBlock, copiedLesson, moved, gone, deletedBlock, deleted, restored].map(
      ({ status }) => status,
    )
  }
  /** Adds a file, uses it, and removes it. Returns the answers. */
  async function writeFile() {
    const uploaded = await service.http(`/api/v1/assets/content?name=note.pdf`, {
      method: 'PUT',
      body: `%PDF-1.7\n${makeUuidV7()}`,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/octet-stream' },
    })
    const path = `/assets/${uploaded.body.data?.id}`
    const begun = await service.rest('POST', '/assets', key, { name: 'a.pdf', bytes: 100 })
    const incomplete = await service.rest('POST', `/assets/${begun.body.data?.id}/complete`, key)
    const content = { text: `![Note](asset:${uploaded.body.data?.id})` }
    const using = await service.rest('PATCH', `/blocks/${block.id}`, key, { content })
    const refused = await service.rest('DELETE', path, key)
    const unused = await service.rest('GET', '/assets?unused=true', key)
    await service.rest('PATCH', `/blocks/${block.id}`, key, { content: { text: 'None.' } })
    const found = await service.rest('GET', '/assets?unused=true&q=note', key)
    const answers = [uploaded, begun, incomplete, using, refused, unused, found]
    for (const removed of [path, `/assets/${begun.body.data?.id}`])
      answers.push(await service.rest('DELETE', removed, key))
    expect([unused.body.data?.length, found.body.data?.length]).toEqual([1, 1])
    return answers.map(({ status }) => status)
  }
  const placement = await placementOf(workspaceId)
  const find = async (query: string) => (await service.rest('GET', `/search?query=${query}`, key)).body.data?.length
  return { workspaceId, key, write, change, read, find, writeMuch, writeFile, placement }
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
  await expect(assertNotDistributed(service.db.sql)).rejects.toThrow('Set DATABASE_ENGINE=citus.')
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
  const { workspaceId, write, find } = await makeAuthor()
  expect((await write()).status).toBe(201)
  while ((await countUnindexedChanges(service.db, workspaceId)) > 0)
    await service.app.services.textIndex.indexPendingChanges()
  expect(await find('kingfishers')).toBe(1)
  expect(await service.db.prisma.searchFailure.count({ where: { workspaceId } })).toBe(0)
})

test('a file is uploaded, used, found and deleted, and the job finds files of all nodes', async () => {
  const authors = await makeDistantAuthors()
  for (const { writeFile } of authors) expect(await writeFile()).toEqual([200, 201, 409, 200, 409, 200, 200, 200, 200])
  const { prisma, sql } = service.db
  const longAgo = new Date(Date.now() - 31 * 24 * 3_600_000)
  const rows = authors.map(({ workspaceId }) => ({
    workspaceId,
    id: makeUuidV7(),
    bytes: 10,
    name: 'old.pdf',
    caller: 'key',
  }))
  const [abandoned, unused] = [{ changedAt: longAgo }, { state: 'ready', hash: 'h', unusedSince: longAgo }]
  for (const row of rows) {
    await prisma.asset.create({ data: { ...row, ...abandoned } })
    await prisma.asset.create({ data: { ...row, ...unused, id: makeUuidV7() } })
  }
  await sweepAssets(sql, service.app.services.fileStore)
  const workspaceId = { in: authors.map((author) => author.workspaceId) }
  expect(await prisma.asset.count({ where: { workspaceId } })).toBe(0)
  const sizes = await Promise.all(authors.map(({ key }) => service.rest('GET', '/me', key)))
  expect(sizes.map(({ body }) => body.data.storage.assets)).toEqual([0, 0])
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

/** Counts the shards whose planner does not assume that their rows belong to one workspace, on every node. */
async function countShardsWithoutAssumption(): Promise<number> {
  const count = `SELECT count(*) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relkind = 'r' AND relation_is_a_known_shard(c.oid) AND a.attname = 'workspace_id'
      AND NOT coalesce('n_distinct=1' = ANY(a.attoptions), false)`
  const { rows } = await client.query<{ shards: number }>(
    'SELECT sum(r.result::int)::int AS shards FROM run_command_on_all_nodes($1) r',
    [count],
  )
  return rows[0]!.shards
}

test('the planner of each node assumes that the rows of a shard belong to one workspace, also of one that has moved, once the tables are distributed again', async () => {
  expect(await countShardsWithoutAssumption()).toBe(0)
  const [author, other] = await makeDistantAuthors()
  await moveShard(author.placement, other.placement)
  expect(await countShardsWithoutAssumption()).toBeGreaterThan(0)
  await distributeDatabase(client, await readStatements())
  expect(await countShardsWithoutAssumption()).toBe(0)
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
  await moveShard(author.placement, other.placement)
  await wait(500)
  isMoving = false
  await Promise.all(running)
  expect((await placementOf(author.workspaceId)).node).toBe(other.placement.node)
  expect([...statuses.keys()].sort()).toEqual([200, 201])
})

test('while a worker is stopped, its workspaces get 503, others are read and written in every way, and its own recover within 5 s', async () => {
  const [author, other] = await makeDistantAuthors()
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
    expect(await others.writeMuch()).toEqual([201, 201, 200, 201, 201, 200, 200, 200, 200, 200])
    expect(await others.writeFile()).toEqual([200, 201, 409, 200, 409, 200, 200, 200, 200])
    expect((await others.write()).status).toBe(201)
    // A search waits for at most 200 ms until what was written is indexed.
    await expect.poll(() => others.find('kingfishers'), { timeout: 5000 }).toBeGreaterThan(0)
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

test('while a worker is stopped, requests of other workspaces are counted, and those of its own when it is back', async () => {
  const [first, second] = await makeDistantAuthors()
  const isOnWorker = first.placement.port === Number(process.env.TEST_CITUS_WORKER_PORT)
  const [own, other] = isOnWorker ? [first, second] : [second, first]
  const counter = makeRequestCounter(service.db, service.app.services.log)
  const flush = async () => {
    for (const { workspaceId } of [own, other]) counter.record(workspaceId, 500)
    await counter.flush()
  }
  const countedErrors = async ({ workspaceId }: { workspaceId: string }) =>
    (await service.db.prisma.usageHour.findMany({ where: { workspaceId } })).reduce(
      (sum, { errors }) => sum + errors,
      0,
    )
  run('TEST_CITUS_STOP_WORKER')
  try {
    // The first failure tells the counter to leave out the workspaces of the worker.
    for (let i = 0; i < 3; i++) await flush()
    expect(await countedErrors(other)).toBe(3)
  } finally {
    run('TEST_CITUS_START_WORKER')
  }
  await expect.poll(() => own.read().then(({ status }) => status), { timeout: 5000 }).toBe(200)
  await flush()
  // A session of the coordinator finds out by its first check that its connection to the worker is a new one.
  await expect.poll(() => counter.flush().then(() => countedErrors(own)), { timeout: 5000 }).toBe(4)
  expect(await countedErrors(other)).toBe(4)
})
