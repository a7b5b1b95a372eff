import { isInputObjectType } from 'graphql'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '../../src/platform/db/database.ts'
import { countUnindexedChanges } from '../support/changes.ts'
import { growWorkspace } from '../support/grown-workspace.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { createRecordsFor, sampleBodyOf } from '../support/operation-samples.ts'
import { type Ids, pathOf, routes, titleOf } from '../support/operations.ts'
import { countRowsRead, openSingleSessionDatabase, removePlannerStatistics } from '../support/rows-read.ts'
import { serviceForTest, type TestService } from '../support/service.ts'

const courses = 1500

/**
 * Two operations count records of the whole workspace. A search in few entries reads all of them, until the growth of the
 * table makes PostgreSQL plan it anew.
 */
const readsWorkspace = new Set(['trashPage', 'deliveredCoursePage', 'searchContent'])
/** Without a quiz in the course, this operation answers 404. */
const withoutSample = new Set(['checkAnswer'])

type Route = (typeof routes)[number]
type Place = {
  service: TestService
  db: Database
  key: string
  token: string
  workspace: { id: string; publicId: string }
}
type RowsRead = Map<string, Record<string, number>>

/** Starts a service whose jobs do not run, because their reads would be counted too. */
async function startWithoutJobs(db: Database, env: Record<string, string>): Promise<TestService> {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  try {
    return await serviceForTest({ db, env })
  } finally {
    vi.useRealTimers()
  }
}

async function open(prepare: (db: Database) => Promise<unknown>): Promise<Place> {
  const provider = await makeIdentityProvider()
  onTestFinished(async () => {
    await provider.close()
  })
  const db = await openSingleSessionDatabase()
  await prepare(db)
  const service = await startWithoutJobs(db, provider.env)
  const token = await provider.token('ida')
  const key = (await service.rest('POST', '/api-keys', token, { name: 'all' })).body.data.key
  return { service, db, key, token, workspace: await db.prisma.workspace.findFirstOrThrow() }
}

const takesOrder = ({ body }: Route) => isInputObjectType(body?.type) && 'order' in body.type.getFields()

async function createRecords(route: Route, { service, workspace, ...access }: Place): Promise<Ids> {
  const ids = await createRecordsFor(route, service, access)
  return { ...ids, workspace: workspace.publicId, idOrSlug: ids.courseId! }
}

async function countRowsOf(route: Route, ids: Ids, { service, db, key, token }: Place, more: object) {
  const body = sampleBodyOf(route, ids)
  const auth = route.access === 'person' ? token : key
  return countRowsRead(db, async () => {
    const answer = await service.rest(route.rest.method, pathOf(route, ids), auth, body && { ...body, ...more })
    if (!withoutSample.has(route.name)) expect([titleOf(route), answer.body.error]).toEqual([titleOf(route), undefined])
  })
}

/** Calls every operation once, and those that place a record also with a position. Returns the rows that each reads. */
async function measure(place: Place): Promise<RowsRead> {
  const found: RowsRead = new Map()
  const shared = await createRecords(routes[0]!, place)
  // Otherwise a search would index what waits.
  while ((await countUnindexedChanges(place.db)) > 0) await place.service.app.services.textIndex.indexPendingChanges()
  for (const route of routes) {
    const variants = takesOrder(route) ? [{}, { order: 0 }] : [{}]
    for (const more of variants) {
      const ids = route.kind === 'query' ? shared : await createRecords(route, place)
      found.set([route.name, ...Object.keys(more)].join(' with '), await countRowsOf(route, ids, place, more))
    }
  }
  return found
}

/** Returns the operations that read over `allowed` rows of a table more than before. */
const listGrown = (before: RowsRead, after: RowsRead, allowed: number) =>
  [...after].flatMap(([operation, tables]) =>
    Object.entries(tables)
      .map(([table, rows]) => ({ operation, table, more: rows - (before.get(operation)?.[table] ?? 0) }))
      .filter(({ more }) => more > allowed && !readsWorkspace.has(operation)),
  )

// The plans are made while the workspace has few courses. The records of the test itself are fewer than 1,000.
describe.each([
  ['the statistics of a new database, reads no more rows', () => Promise.resolve(), 1000],
  ['no statistics, reads no table for each row of another', removePlannerStatistics, 40 * courses],
])('of a workspace that grows to 1,500 courses', (what, prepare, allowed) => {
  test(`every operation, with ${what}`, { timeout: 300_000 }, async () => {
    const place = await open(prepare)
    const before = await measure(place)
    expect(before.size).toBeGreaterThan(routes.length)
    await growWorkspace(place.db, place.workspace.id, courses)
    // One of the operations changed the gate, which would refuse a publish.
    await place.service.rest('PATCH', '/workspace', place.token, { publishGate: 'errors' })
    expect(listGrown(before, await measure(place), allowed)).toEqual([])
  })
})
