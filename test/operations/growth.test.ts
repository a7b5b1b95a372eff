import { isInputObjectType } from 'graphql'
import { describe, expect, onTestFinished, test } from 'vitest'
import { addUpStorageTallies } from '../../src/operations/storage/tallies.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { countUnindexedChanges } from '../support/changes.ts'
import { growWorkspace } from '../support/grown-workspace.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { createRecordsFor, sampleBodyOf } from '../support/operation-samples.ts'
import { type Ids, pathOf, routes, titleOf } from '../support/operations.ts'
import { countRowsRead, openSingleSessionDatabase, removePlannerStatistics } from '../support/rows-read.ts'
import { serviceForTest, type TestService } from '../support/service.ts'
import { wholeQueries } from '../support/whole-queries.ts'

const courses = 1500

/**
 * The operations that count rows of the workspace by their nature, and how many rows for each of its courses they read. A
 * page of a list reads them for its total and for itself. A search in few entries reads all of them, until the growth of the
 * table makes PostgreSQL plan it anew.
 */
const rowsOfEachCourse: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  trashPage: { trash: 2 },
  deliveredCoursePage: { courses: 2 },
  searchContent: { search_entries: 2 },
}
/** Without a quiz in the course, checkAnswer answers 404. The others need the bytes of a file. */
const withoutSample = new Set(['checkAnswer', 'importAsset', 'uploadAssetContent', 'completeAsset'])

type Route = (typeof routes)[number]
type Place = {
  service: TestService
  db: Database
  key: string
  token: string
  workspace: { id: string; publicId: string }
}
type RowsRead = Map<string, Record<string, number>>

async function open(prepare: (db: Database) => Promise<unknown>): Promise<Place> {
  const provider = await makeIdentityProvider()
  onTestFinished(async () => {
    await provider.close()
  })
  const db = await openSingleSessionDatabase()
  await prepare(db)
  // The reads of jobs would be counted too.
  const service = await serviceForTest({ db, env: provider.env, hasJobs: false })
  const token = await provider.token('ida')
  const key = (await service.rest('POST', '/api-keys', token, { name: 'all' })).body.data.key
  return { service, db, key, token, workspace: await db.prisma.workspace.findFirstOrThrow() }
}

const takesOrder = ({ body }: Route) => isInputObjectType(body?.type) && 'order' in body.type.getFields()

async function createRecords(route: Route, { service, workspace, ...access }: Place): Promise<Ids> {
  const ids = await createRecordsFor(route, service, access)
  return { ...ids, workspace: workspace.publicId, idOrSlug: ids.courseId! }
}

async function countRowsOf(route: Route, ids: Ids, place: Place, more: object) {
  const { service, db, key, token } = place
  const body = sampleBodyOf(route, ids)
  await settle(place)
  const auth = route.access === 'person' ? token : key
  return countRowsRead(db, async () => {
    const answer = await service.rest(route.rest.method, pathOf(route, ids), auth, body && { ...body, ...more })
    if (!withoutSample.has(route.name)) expect([titleOf(route), answer.body.error]).toEqual([titleOf(route), undefined])
  })
}

/**
 * Indexes what waits for the text index, which a search would do otherwise, and adds up the storage, as jobs do. The next
 * write asks what is stored, which it would do otherwise if enough time had passed.
 */
async function settle({ db, service, workspace }: Place): Promise<void> {
  const { textIndex, storageGauge } = service.app.services
  while ((await countUnindexedChanges(db)) > 0) await textIndex.indexPendingChanges()
  await addUpStorageTallies(db.sql)
  storageGauge.forget(workspace.id)
}

const graphqlQueries = wholeQueries.filter(({ name, access }) => access !== 'master' && !withoutSample.has(name))

/** Sends every query with all its fields to `/graphql`. Some of them have no route, and some fields are only there. */
async function measureGraphql(ids: Ids, { service, db, key, token }: Place): Promise<RowsRead> {
  const found: RowsRead = new Map()
  for (const { name, access, document, variablesOf } of graphqlQueries) {
    const count = await countRowsRead(db, async () => {
      const answer = await service.graphql(document, access === 'person' ? token : key, variablesOf(ids))
      expect([name, answer.errors]).toEqual([name, undefined])
    })
    found.set(`query ${name}`, count)
  }
  return found
}

/**
 * Calls every operation once, and those that place a record also with a position; then every query in GraphQL. Returns the
 * rows that each reads.
 */
async function measure(place: Place): Promise<RowsRead> {
  const found: RowsRead = new Map()
  // One of the operations changes the gate, which would refuse a publish in the next measure.
  await place.service.rest('PATCH', '/workspace', place.token, { publishGate: 'errors' })
  const shared = await createRecords(routes[0]!, place)
  for (const route of routes) {
    const variants = takesOrder(route) ? [{}, { order: 0 }] : [{}]
    for (const more of variants) {
      const ids = route.kind === 'query' ? shared : await createRecords(route, place)
      found.set([route.name, ...Object.keys(more)].join(' with '), await countRowsOf(route, ids, place, more))
    }
  }
  await settle(place)
  return new Map([...found, ...(await measureGraphql(shared, place))])
}

/**
 * Returns the operations that read over `allowed` rows of a table more than before, beside the rows of the added courses that
 * they count.
 */
const listGrown = (before: RowsRead, after: RowsRead, allowed: number, added = 0) =>
  [...after].flatMap(([operation, tables]) =>
    Object.entries(tables)
      .map(([table, rows]) => ({ operation, table, more: rows - (before.get(operation)?.[table] ?? 0) }))
      .filter(({ table, more }) => {
        const counted = rowsOfEachCourse[operation.replace('query ', '')]?.[table] ?? 0
        return more > allowed + added * counted
      }),
  )

// The plans are made while the workspace has few courses. The records of the test itself are fewer than 1,500.
describe.each([
  ['the statistics of a new database, reads no more rows', () => Promise.resolve(), 1500],
  ['no statistics, reads no table for each row of another', removePlannerStatistics, 40 * courses],
])('of a workspace that grows to 1,500 courses', (what, prepare, allowed) => {
  test(`every operation, with ${what}`, { timeout: 300_000 }, async () => {
    const place = await open(prepare)
    const before = await measure(place)
    expect(before.size).toBeGreaterThan(routes.length + graphqlQueries.length)
    await growWorkspace(place.db, await place.service.workspace(), courses)
    expect(listGrown(before, await measure(place), allowed)).toEqual([])
    await growWorkspace(place.db, place.workspace.id, courses)
    expect(listGrown(before, await measure(place), allowed, courses)).toEqual([])
  })
})
