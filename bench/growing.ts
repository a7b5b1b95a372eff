import { join } from 'node:path'
import { createKey } from '../src/keys/create.ts'
import { type Database, openPostgresDatabase } from '../src/platform/db/database.ts'
import { openEmbeddedDatabase } from '../src/platform/db/embedded/embedded.ts'
import { makeUuidV7 } from '../src/platform/uuid.ts'
import { onServer } from './dataset.ts'
import { median } from './measure.ts'
import { startServer } from './process.ts'
import { service } from './servers.ts'

const times = 20
const databaseName = 'coursewright_bench_growing'
const blocks = Array.from({ length: 8 }, (_, index) => ({ type: 'text', content: { text: `Some words ${index}.` } }))
const tree = { name: 'Course', modules: [{ name: 'Module', lessons: [{ name: 'Lesson', blocks }] }] }

type Send = (method: string, path: string, body?: object) => Promise<{ id: string }>
type Ids = { course: string; module: string; lesson: string; block: string }

async function createIds(send: Send): Promise<Ids> {
  const course = (await send('POST', '/courses', { name: 'Course' })).id
  const module = (await send('POST', `/courses/${course}/modules`, { name: 'Module' })).id
  const lesson = (await send('POST', `/modules/${module}/lessons`, { name: 'Lesson' })).id
  await send('POST', `/lessons/${lesson}/blocks`, blocks[0]!)
  return { course, module, lesson, block: (await send('POST', `/lessons/${lesson}/blocks`, blocks[1]!)).id }
}

/** The writes, and a search that finds nothing. Each call gets records of its own. */
const operations: Record<string, (send: Send, ids: Ids) => Promise<unknown>> = {
  'create a course': (send) => send('POST', '/courses', { name: 'New' }),
  'create a module': (send, { course }) => send('POST', `/courses/${course}/modules`, { name: 'New' }),
  'create a lesson': (send, { module }) => send('POST', `/modules/${module}/lessons`, { name: 'New' }),
  'create a block': (send, { lesson }) => send('POST', `/lessons/${lesson}/blocks`, blocks[0]!),
  'change a block': (send, { block }) => send('PATCH', `/blocks/${block}`, { content: { text: 'Changed' } }),
  'change an order': (send, { block }) => send('PATCH', `/blocks/${block}`, { order: 0 }),
  'move a block': (send, { block, lesson }) => send('POST', `/blocks/${block}/move`, { lessonId: lesson }),
  'duplicate a module': (send, { module }) => send('POST', `/modules/${module}/duplicate`),
  'delete a block': (send, { block }) => send('DELETE', `/blocks/${block}`),
  'search for a word that does not occur': (send) => send('GET', '/search?query=photosynthesys'),
}

async function measureOperations(send: Send): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const [name, run] of Object.entries(operations)) {
    const took: number[] = []
    for (let number = 0; number < times; number++) {
      const ids = await createIds(send)
      const startedAt = performance.now()
      await run(send, ids)
      took.push(performance.now() - startedAt)
    }
    found.set(name, median(took))
  }
  return found
}

async function createTestKey(db: Database): Promise<string> {
  await db.migrate()
  const { id } = await db.prisma.workspace.create({ data: { id: makeUuidV7(), name: 'Bench', plan: 'enterprise' } })
  const { value } = await createKey(db.sql, 'cw', id, { name: 'bench' })
  await db.close()
  return value
}

const makeSender =
  (url: string, key: string): Send =>
  async (method, path, body) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` }
    const response = await fetch(`${url}/api/v1${path}`, { method, headers, body: body && JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text).data
  }

async function measureDatabase(title: string, env: Record<string, string>, key: string, courses: number, log: string) {
  const limits = { RATE_LIMIT_ENTERPRISE: '10000000' }
  const running = await startServer({ ...service, env: { ...limits, ...env }, ready: '/health/ready', log })
  try {
    const send = makeSender(running.url, key)
    const before = await measureOperations(send)
    for (let number = 0; number < courses; number++) await send('POST', '/courses', tree)
    const after = await measureOperations(send)
    console.log(`${title}, medians of ${times} calls in ms${' '.repeat(6)}empty   with ${courses} courses`)
    for (const [name, ms] of before)
      console.log([name.padEnd(46), ms.toFixed(1).padStart(8), after.get(name)!.toFixed(1).padStart(12)].join(''))
  } finally {
    await running.stop()
  }
}

/** Prints how long each write takes on an empty database, and after one process has created many courses in it. */
export async function measureGrowing(server: string, scratch: string, courses: number): Promise<void> {
  const log = join(scratch, 'growing.log')
  const dataDir = join(scratch, 'growing')
  const embeddedKey = await createTestKey(await openEmbeddedDatabase(dataDir))
  await measureDatabase('Embedded database', { DATA_DIR: dataDir }, embeddedKey, courses, log)
  const url = Object.assign(new URL(server), { pathname: `/${databaseName}` }).href
  const drop = `DROP DATABASE IF EXISTS ${databaseName} WITH (FORCE)`
  await onServer(server, async (client) => {
    await client.query(drop)
    await client.query(`CREATE DATABASE ${databaseName}`)
  })
  const key = await createTestKey(openPostgresDatabase(url, { size: 1 }))
  await measureDatabase('PostgreSQL', { DATABASE_URL: url }, key, courses, log)
  await onServer(server, (client) => client.query(drop))
}
