import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCourseTree } from '../../support/course-fixture.ts'
import { createFurtherRecords } from '../../support/further-records.ts'
import { makeIdentityProvider } from '../../support/identity-provider.ts'
import { openApiDocument, parameterProblems, requestProblems } from '../../support/openapi-contract.ts'
import { publishCourse } from '../../support/published-course.ts'
import { type DocumentedOperation, type GeneratedRequest, requestsTo } from '../../support/request-arbitraries.ts'
import { startTestService, type TestService } from '../../support/service.ts'

const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
const runs = Number(process.env.FUZZ_RUNS ?? 40)

// On a slow machine, operations get fewer requests.
const totalMs = Number(process.env.FUZZ_MS ?? 20_000)

let service: TestService
let key: string
let token: string
let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
beforeAll(async () => {
  provider = await makeIdentityProvider()
  service = await startTestService({ env: { ...provider.env, RATE_LIMIT_AI: '1000000' } })
  key = await service.key()
  token = await provider.token('ada')
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

/** Identifiers of records that exist, the newest first, by the name of a path parameter. */
const present = new Map<string, string[]>()

async function createRecords(): Promise<void> {
  const { course, module, lesson, block } = await createCourseTree(service, key)
  await publishCourse(service, key, course.id)
  const made = await service.rest('POST', '/api-keys', token, { name: 'k' })
  const me = await service.rest('GET', '/me', key)
  const checks = await service.rest('GET', `/courses/${course.id}/checks`, key)
  const found = {
    courseId: course.id,
    moduleId: module.id,
    lessonId: lesson.id,
    blockId: block.id,
    idOrSlug: course.id,
    number: '1',
    workspace: me.body.data.workspace.publicId,
    keyId: made.body.data?.keyId,
    ...(await createFurtherRecords(service, key, course.id)),
    // Checks have a limit for each minute.
    findingId: checks.body.data?.findings[0].id,
  }
  for (const [name, id] of Object.entries(found))
    if (id) present.set(name, [id, ...(present.get(name) ?? [])].slice(0, 3))
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)

/** Replaces identifiers in a body, in half of the requests, by those of records that exist. */
function replaceIds(value: unknown, turn: number): unknown {
  if (turn % 2 || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const members = Object.entries(value).map(([name, one]) => [name, (isId(one) && present.get(name)?.[0]) || one])
  return Object.fromEntries(members)
}

function credentialOf({ credential }: GeneratedRequest, { security }: DocumentedOperation): Record<string, string> {
  const isPerson = security.some((one) => 'idToken' in one)
  const [own, other] = isPerson ? [token, key] : [key, token]
  const value = { right: own, none: undefined, unknown: 'cw_prod_unknown', wrongKind: other }[credential]
  return value === undefined ? {} : { Authorization: `Bearer ${value}` }
}

let turn = 0

/** Sends a generated request. The service of the tests compares the response with the document. */
async function send(method: string, template: string, told: DocumentedOperation, request: GeneratedRequest) {
  if (turn++ % 50 === 0) await createRecords()
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const ids = present.get(name) ?? []
    return request.at[name] === '$id' ? (ids[turn % ids.length] ?? 'none') : request.at[name]!
  })
  const search = new URLSearchParams(request.query).toString()
  const { body } = request
  const json = body && (JSON.stringify(replaceIds(body.value, turn)) ?? '')
  const sent = body && method !== 'GET' ? body.encode(json!) : undefined
  const headers = new Headers({
    ...(sent !== undefined && { 'Content-Type': 'application/json' }),
    ...credentialOf(request, told),
  })
  for (const [name, value] of request.headers) headers.set(name, value)
  const answer = await service.http(`/api/v1${path}${search && `?${search}`}`, { method, headers, body: sent })
  return { ...answer, sent: typeof sent === 'string' && sent === json ? sent : undefined }
}

const operations = Object.entries(openApiDocument.paths).flatMap(([template, methods]) =>
  Object.entries(methods).map(([method, told]) => ({ method, template, told: told as DocumentedOperation })),
)

describe(`random requests with FUZZ_SEED=${seed}`, () => {
  const statuses = new Map<number, number>()

  test.each(operations)(
    '$told.operationId answers all of them as the document says, and accepts none that it forbids',
    async ({ method, template, told }) => {
      const end = performance.now() + totalMs / operations.length
      const requests = fc.sample(requestsTo(told, openApiDocument.components.schemas), { seed, numRuns: runs })
      for (const [index, request] of requests.entries()) {
        if (index > 4 && performance.now() > end) break
        const { status, text, sent } = await send(method.toUpperCase(), template, told, request)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        expect(status < 500, text).toBe(true)
        if (status >= 300) continue
        expect(parameterProblems(template, method, request.query), text).toEqual([])
        if (sent && told.requestBody?.content['application/json'])
          expect(requestProblems(template, method, JSON.parse(sent)), sent).toEqual([])
      }
    },
  )

  test('meet records that exist and others', () => {
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404]))
  })
})
