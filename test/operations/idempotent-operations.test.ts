import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeCourseLimiter } from '../../src/courses/outline/whole-course-limiter.ts'
import { operationCatalogue } from '../../src/server/operations.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { createRecordsFor, sampleBodyOf } from '../support/operation-samples.ts'
import { pathOf, routes, titleOf } from '../support/operations.ts'
import { startTestService, type TestService } from '../support/service.ts'

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
let service: TestService
let token: string
let key: string
beforeAll(async () => {
  provider = await makeIdentityProvider()
  service = await startTestService({
    env: { ...provider.env, RATE_LIMIT_PROFESSIONAL: '10000', RATE_LIMIT_ENTERPRISE: '10000' },
  })
  token = await provider.token('ida')
  key = (await service.rest('POST', '/api-keys', token, { name: 'all' })).body.data.key
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

const idempotent = routes.filter(({ idempotent }) => idempotent !== undefined)

test('the operations that take an idempotencyKey are the mutations that are declared idempotent', () => {
  for (const { name, kind, args, idempotent } of operationCatalogue.operations) {
    expect([name, args.findIndex((arg) => arg.name === 'idempotencyKey')]).toEqual([name, idempotent ? 0 : -1])
    if (idempotent) expect([name, kind]).toEqual([name, 'mutation'])
  }
})

test('every idempotent operation has a route, so that the next test covers it', () => {
  const declared = operationCatalogue.operations.filter((operation) => operation.idempotent !== undefined)
  expect(idempotent.map(({ name }) => name).sort()).toEqual(declared.map(({ name }) => name).sort())
})

// An import needs another host; test/assets/import.test.ts sends one twice.
const isImport = ({ name }: { name: string }) => name === 'importAsset'

const takesDryRun = ({ name }: { name: string }) =>
  ['applyFixes', 'createRelease', 'putCourseTree', 'restoreRelease'].includes(name)

// The second round runs the compiled operation.
test.each(
  idempotent
    .filter((route) => !isImport(route))
    .flatMap((route) => [1, 2].map((round) => ({ title: titleOf(route), round, route }))),
)('$title stores its result once, in round $round', async ({ route, round }) => {
  const ids = await createRecordsFor(route, service, { key, token })
  const sample = sampleBodyOf(route, ids)
  const body = takesDryRun(route) ? { ...sample, dryRun: false } : sample
  const auth = route.access === 'person' ? token : key
  const idempotencyKey = `${route.name}-${round}`
  const send = () =>
    service.rest(route.rest.method, pathOf(route, ids), auth, body, { 'Idempotency-Key': idempotencyKey })
  const first = await send()
  expect([first.status, first.body.error]).toEqual([route.rest.status ?? 200, undefined])
  const kept = await service.db.prisma.idempotencyKey.findMany({ where: { key: idempotencyKey } })
  expect(kept).toEqual([expect.objectContaining({ result: expect.anything() })])
  const again = await send()
  // The value of an API key and the token of a preview link are told once.
  if (['createApiKey', 'rotateApiKey', 'createPreviewLink'].includes(route.name)) return expect(again.status).toBe(409)
  expect([again.status, again.body]).toEqual([first.status, first.body])
  expect(again.headers.get('idempotency-replayed')).toBe('true')
})

test.each(idempotent.filter(takesDryRun).map((route) => ({ title: titleOf(route), route })))(
  'a dry run of $title runs again when it is repeated, and nothing is kept of it',
  async ({ route }) => {
    const ids = await createRecordsFor(route, service, { key, token })
    const body = { ...sampleBodyOf(route, ids), dryRun: true }
    const where = { key: `dry-${route.name}` }
    const send = () => service.rest(route.rest.method, pathOf(route, ids), key, body, { 'Idempotency-Key': where.key })
    const [first, again] = [await send(), await send()]
    expect([first.body.error, again.body.error]).toEqual([undefined, undefined])
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(again.headers.has('idempotency-replayed')).toBe(false)
    expect(await service.db.prisma.idempotencyKey.count({ where })).toBe(0)
  },
)

test('a large write waits for its turn before it opens the transaction of its Idempotency-Key', async () => {
  const { limiters, idempotencyKeysInUse } = service.app.services
  const { workspaceId } = await service.db.prisma.apiKey.findFirstOrThrow()
  const releases = await Promise.all([1, 2].map(() => limiters.get(wholeCourseLimiter).acquire(workspaceId)))
  const blocks = Array.from({ length: 2500 }, () => ({ type: 'text', content: { text: 'x' } }))
  const large = { name: 'Large', modules: [{ name: 'M', lessons: [{ name: 'L', blocks }] }] }
  const sent = service.rest('POST', '/courses', key, large, { 'Idempotency-Key': 'large' })
  await expect.poll(() => limiters.get(wholeCourseLimiter).state().waiting, { timeout: 20_000, interval: 5 }).toBe(1)
  expect(idempotencyKeysInUse.size).toBe(0)
  for (const release of releases) release()
  expect((await sent).status).toBe(201)
})
