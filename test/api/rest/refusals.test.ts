import { getNullableType, isInputObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '../../../src/api/rest/routes.ts'
import { allScopes, isScope } from '../../../src/identity/scopes.ts'
import { createCourseTree, missingId } from '../../support/course-fixture.ts'
import { errorBody } from '../../support/error-bodies.ts'
import { createFurtherRecords } from '../../support/further-records.ts'
import { makeIdentityProvider } from '../../support/identity-provider.ts'
import { requestProblems } from '../../support/openapi-contract.ts'
import {
  exampleBodyOf,
  findIdPaths,
  type Ids,
  type Place,
  pathOf,
  routes,
  setAtPath,
  titleOf,
} from '../../support/operations.ts'
import { sendRawRequest } from '../../support/raw-requests.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { openAndSend, requestHeadWithBody } from '../../support/sockets.ts'
import { readTenantTables } from '../../support/tenant-tables.ts'

/** Somebody with a workspace, a key to it, and something at every level. */
type Tenant = { token: string; key: string; workspaceId: string; ids: Ids }

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
let service: TestService
let mine: Tenant
let theirs: Tenant

async function makeTenant(name: string): Promise<Tenant> {
  const token = await provider.token(name)
  const { key, keyId } = (await service.rest('POST', '/api-keys', token, { name: 'all' })).body.data
  const { course, module, lesson, block } = await createCourseTree(service, key, name)
  const { workspaceId } = await service.db.prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } })
  await service.rest('POST', `/courses/${course.id}/releases`, key, {})
  // A release of one tenant has a number that no release of the other has.
  const number = name === 'ann' ? 1 : 2
  if (number === 2) {
    await service.rest('PATCH', `/courses/${course.id}`, key, { description: 'Second' })
    await service.rest('POST', `/courses/${course.id}/releases`, key, {})
  }
  // The course has no language, which is a finding.
  const [{ id: findingId }] = (await service.rest('GET', `/courses/${course.id}/checks`, key)).body.data.findings
  await service.rest('POST', `/courses/${course.id}/dismissals`, key, { finding: findingId })
  const copy = (await service.rest('POST', `/blocks/${block.id}/duplicate`, key)).body.data
  await service.rest('DELETE', `/blocks/${copy.id}`, key)
  const [{ id: trashId }] = (await service.rest('GET', '/trash', key)).body.data
  const { publicId } = await service.db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } })
  const ids = {
    workspace: publicId,
    idOrSlug: course.id,
    courseId: course.id,
    moduleId: module.id,
    lessonId: lesson.id,
    blockId: block.id,
    keyId,
    number: String(number),
    findingId,
    trashId,
    ...(await createFurtherRecords(service, key, course.id)),
  }
  return { token, key, workspaceId, ids }
}

beforeAll(async () => {
  provider = await makeIdentityProvider()
  service = await startTestService({ env: { ...provider.env, RATE_LIMIT_AI: '1000' } })
  mine = await makeTenant('ann')
  theirs = await makeTenant('bob')
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

const all = routes.map((operation): [string, Route] => [titleOf(operation), operation])
const withBody = all.filter(([, { body }]) => body)
/** The public courses of a workspace are for everybody: see test/delivery/courses.test.ts. */
const isPublicList = ({ name }: Route) => name === 'deliveredCoursePage'
const withIds = all.filter(([, route]) => route.rest.path.includes('{') && !isPublicList(route))

/** Tables that the service also writes in the background, and tables of counters. */
const changingTables = new Set(['search_entries', 'changes', 'course_tallies', 'usage_hours', 'ai_budgets'])

/** Everything that a workspace has, but when its keys were used. */
async function belongings({ workspaceId }: Tenant) {
  const tables = [...(await readTenantTables()), 'api_keys'].filter((table) => !changingTables.has(table))
  const rowsOf = (table: string) =>
    service.db.prisma.$queryRawUnsafe<{ row: string }[]>(
      `SELECT (to_jsonb(t) - 'last_used_at')::text AS row FROM "${table}" t WHERE workspace_id = '${workspaceId}' ORDER BY 1`,
    )
  const found: Record<string, string[]> = {}
  for (const table of tables) found[table] = (await rowsOf(table)).map(({ row }) => row)
  return found
}

const credentialFor = ({ access }: Route, { token, key }: Tenant) => (access === 'person' ? token : key)
const ask = (operation: Route, path: string, auth: string | undefined, body: unknown = exampleBodyOf(operation)) =>
  service.rest(operation.rest.method, path, auth, body)

test('what a stranger sends is not read before 401, be it broken, huge or unfinished', async () => {
  const path = '/api/v1/courses'
  for (const body of ['{', 'x'.repeat(2_000_000)]) {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
    expect((await service.http(path, init)).status).toBe(401)
  }
  const unfinished = await openAndSend(service.url, `${requestHeadWithBody({ path }, 900_000)}{"name":`)
  await unfinished.untilAnswered()
  expect(unfinished.status()).toBe(401)
  // Of the 900,000 bytes, only the memory is reserved in which the rest of the body is received and dropped.
  await expect.poll(() => service.app.resourceLimits.anonymousBodies.state().used).toBe(262_144)
  unfinished.socket.destroy()
  await expect.poll(() => service.app.resourceLimits.anonymousBodies.state().used).toBe(0)
})

describe.each(all)('%s', (_title, operation) => {
  const path = () => pathOf(operation, mine.ids)

  test('needs a credential, of its own kind', async () => {
    const { status, headers, body } = await ask(operation, path(), undefined)
    if (isPublicList(operation)) return expect([status, body.data]).toEqual([200, []])
    expect([status, body.error.code, body.error.details]).toEqual([401, 'unauthorized', {}])
    expect(headers.get('www-authenticate')).toBe('Bearer')
    const other = operation.access === 'person' ? mine.key : mine.token
    expect((await ask(operation, path(), other)).status).toBe(401)
  })

  test('refuses another method, and says which it takes', async () => {
    // `/assets/import` is also an address of `/assets/{assetId}`.
    const isAddressOf = (route: string) =>
      new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`).test(operation.rest.path)
    const taken = routes.filter(({ rest }) => isAddressOf(rest.path)).map(({ rest }) => rest.method)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      if (taken.includes(method)) continue
      const { status, headers, body } = await service.rest(method, path().split('?')[0]!, mine.key)
      expect([method, status, body.error.code]).toEqual([method, 405, 'invalid_request'])
      const allow = headers.get('allow')!.split(', ')
      expect(allow.sort()).toEqual([...taken, ...(taken.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort())
    }
  })

  test('names a parameter that it does not know', async () => {
    const known = path()
    const { status, body } = await ask(
      operation,
      `${known}${known.includes('?') ? '&' : '?'}colour=red`,
      credentialFor(operation, mine),
    )
    expect([status, body.error.details.fields?.[0].path]).toEqual([400, 'colour'])
  })
})

/** The scope that an operation requires. An operation for learners requires it of callers with a key. */
const scopeOf = ({ access }: Route) => (access === 'learner' ? 'delivery:read' : access)

test.each(all.filter(([, route]) => isScope(scopeOf(route))))('%s needs its scope', async (_title, operation) => {
  const { workspaceId } = mine
  const key = await service.key({ workspaceId, scopes: allScopes.filter((scope) => scope !== scopeOf(operation)) })
  const { status, body } = await ask(operation, pathOf(operation, mine.ids), key)
  const scope = scopeOf(operation)
  expect([status, body]).toEqual([403, errorBody('forbidden', `The key lacks the scope ${scope}.`, { scope })])
})

describe.each(withIds)('%s', (_title, operation) => {
  const names = [...operation.rest.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

  test('says the same of what is not there, what cannot be and what is somebody else’s, and touches nothing', async () => {
    const before = await belongings(theirs)
    for (const name of names) {
      const asked = async (id: string) => {
        const { status, text } = await ask(
          operation,
          pathOf(operation, { ...mine.ids, [name]: id }),
          credentialFor(operation, mine),
        )
        return [status, text]
      }
      const missing = await asked(missingId)
      expect(missing[0]).toBe(404)
      for (const id of [theirs.ids[name]!, 'x', `${missingId}x`, '0', 'null', '\0', "' OR 1=1--"])
        expect(await asked(id)).toEqual(missing)
    }
    expect(await belongings(theirs)).toEqual(before)
  })
})

/** What the document's example does not reach: a draft that goes into a course. */
const reaching: Record<string, Record<string, unknown>> = {
  'POST /ai/generate-content courseId': { prompt: 'Light', type: 'outline', mode: 'append' },
  'POST /ai/generate-content moduleId': { prompt: 'Light', type: 'lesson', mode: 'append' },
  'POST /ai/generate-content lessonId': { prompt: 'Light', type: 'block', mode: 'append' },
}

const innerIds = all.flatMap(([title, operation]) => {
  const { body, query } = operation
  const places = body ? findIdPaths(body.type).map((place) => ({ place, of: 'body' })) : []
  const params = query
    .flatMap(({ name, argument }) => findIdPaths(argument.type, [name]))
    .map((place) => ({ place, of: 'query' }))
  return [...places, ...params].map((found) => ({ title: `${title} ${found.place.join('.')}`, operation, ...found }))
})

test.each(innerIds)(
  '$title takes nobody else’s, as it takes none that is missing',
  async ({ title, operation, place, of }) => {
    const [before, own] = [await belongings(theirs), await belongings(mine)]
    const asked = async (id: string) => {
      const inQuery = of === 'query' ? { [place[0]!]: id } : {}
      const sent = reaching[title] ? structuredClone(reaching[title]) : exampleBodyOf(operation)
      const body = sent && of === 'body' ? setAtPath(sent, place, id) : sent
      const { status, text } = await ask(
        operation,
        pathOf(operation, mine.ids, inQuery),
        credentialFor(operation, mine),
        body,
      )
      // An identifier that a client sent is told back to it.
      return [status, text.replaceAll(id, 'ID')]
    }
    const missing = await asked(missingId)
    // A list that is filtered by ids is empty. So is the trash of an unknown course, because a course in it is deleted.
    const isFilter = of === 'query' && (place.length > 1 || title === 'GET /trash courseId')
    expect(isFilter ? [200] : [400, 404]).toContain(missing[0])
    if (isFilter) expect(JSON.parse(String(missing[1])).data).toEqual([])
    const theirIds = Object.values(theirs.ids).filter((id) => id.length === missingId.length)
    for (const id of theirIds) expect(await asked(id)).toEqual(missing)
    expect((await asked('x'))[0]).toBe(missing[0])
    expect([await belongings(theirs), await belongings(mine)]).toEqual([before, own])
  },
)

const withNumber = all.filter(([, route]) => route.rest.path.includes('{number}'))

test.each(withNumber)('%s finds nothing by a number that no record can have', async (_title, operation) => {
  const before = await belongings(mine)
  for (const number of ['0', '-1', '1.0', '1e0', 'x', '2147483648', '9999999999', '9'.repeat(400)]) {
    const { status } = await ask(operation, pathOf(operation, { ...mine.ids, number }), credentialFor(operation, mine))
    expect([number, status]).toEqual([number, 404])
  }
  expect(await belongings(mine)).toEqual(before)
})

/** Where in a body there is text. */
const textPlaces = (value: unknown, at: Place = []): Place[] => {
  if (typeof value === 'string') return [at]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => textPlaces(inner, [...at, name]))
}

describe.each(withBody)('%s', (_title, operation) => {
  const auth = () => credentialFor(operation, mine)
  const path = () => pathOf(operation, mine.ids)
  const example = JSON.stringify(exampleBodyOf(operation))
  const send = (body: string | Buffer, type?: string) =>
    sendRawRequest(service.url, {
      method: operation.rest.method,
      path: `/api/v1${path()}`,
      headers: [
        ['Authorization', `Bearer ${auth()}`],
        ...(type === undefined ? [] : [['Content-Type', type] as const]),
      ],
      body,
    })

  test('takes no other content type', async () => {
    const before = await belongings(mine)
    const types = [
      undefined,
      '',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonx',
      'application/xml',
      'json',
    ]
    for (const type of types) {
      const { status, body } = await send(example, type)
      expect([type, status, body.error.code]).toEqual([type, 415, 'invalid_request'])
    }
    expect(await belongings(mine)).toEqual(before)
  })

  test('takes no body that is too large, with its length said or not', async () => {
    const { largeBodyField, maxBodyBytes } = operation
    const filler = 'x'.repeat(1_000_001)
    const usual = Buffer.from(JSON.stringify({ name: filler }))
    const most = Buffer.alloc(maxBodyBytes + 1, ' ')
    const large = maxBodyBytes > 1_000_000
    for (const body of [...(large ? [most] : []), ...(!large || largeBodyField ? [usual] : [])])
      for (const sent of [body, [body.subarray(0, 10), body.subarray(10)]]) {
        const answer = await sendRawRequest(service.url, {
          method: operation.rest.method,
          path: `/api/v1${path()}`,
          headers: [
            ['Authorization', `Bearer ${auth()}`],
            ['Content-Type', 'application/json'],
            ...(Array.isArray(sent) ? [['Transfer-Encoding', 'chunked'] as const] : []),
          ],
          body: sent,
        })
        expect([answer.status, answer.body.error.code]).toEqual([413, 'invalid_request'])
      }
  })

  test.each([
    ['none', ''],
    ['nothing but spaces', '   '],
    ['no JSON', '{"name":'],
    ['a list', '[{}]'],
    ['text', '"name"'],
    ['null', 'null'],
    ['a number', '5'],
    ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['very deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['a member of another prototype', '{"__proto__":{"name":"x"}}'],
  ])('takes no body that is %s', async (_case, body) => {
    const { status, body: told } = await send(body, 'application/json')
    expect([status, told.error.code]).toEqual([400, 'invalid_request'])
  })

  test('names a field that it does not know', async () => {
    const { status, body } = await send(
      JSON.stringify({ ...exampleBodyOf(operation), colour: 'red' }),
      'application/json',
    )
    const message = expect.stringMatching(/^is not a known field; known are \w+/)
    expect([status, body.error.details.fields]).toEqual([400, [{ path: 'colour', message }]])
  })

  const values = [5, 1.5, -1, 2 ** 31, true, 'x', '', ' ', 'x'.repeat(300_000), [], [1], {}, { x: 1 }, null]
  const sample = exampleBodyOf(operation) ?? {}
  const type = getNullableType(operation.body!.type)
  // What is no identifier is missing, and said so above.
  const ids = new Set(findIdPaths(type).map((place) => place.join('.')))
  const members = isInputObjectType(type) ? Object.keys(type.getFields()) : []
  const bad = members.flatMap((name) =>
    values
      .filter((value) => typeof value !== 'string' || !ids.has(name))
      .map((value) => ({ ...sample, [name]: value }))
      .filter((body) => requestProblems(operation.rest.path, operation.rest.method.toLowerCase(), body).length > 0)
      .map((body): [string, object] => [name, body]),
  )

  test('names each field that is not as the document has it', async () => {
    expect(bad.length).toBeGreaterThan(members.length)
    for (const [name, sent] of bad) {
      const { status, body } = await send(JSON.stringify(sent), 'application/json')
      const named = (body.error?.details.fields ?? []).map(({ path }: { path: string }) => path.split('.')[0])
      expect([JSON.stringify(sent).slice(0, 200), status, named]).toEqual([
        JSON.stringify(sent).slice(0, 200),
        400,
        expect.arrayContaining([name]),
      ])
    }
  })

  test('takes no text that a database cannot hold', async () => {
    for (const place of textPlaces(sample).filter((found) => !ids.has(found.join('.'))))
      for (const text of ['a\0b', 'a\ud800b']) {
        const { status, body } = await send(
          JSON.stringify(setAtPath(structuredClone(sample), place, text)),
          'application/json',
        )
        const named = (body.error?.details.fields ?? []).map(({ path }: { path: string }) => path)
        expect([place.join('.'), status, named]).toEqual([place.join('.'), 400, [place.join('.')]])
      }
  })
})
