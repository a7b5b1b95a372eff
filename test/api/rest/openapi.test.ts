import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { makeOpenapiDocument } from '../../../src/api/rest/openapi/document.ts'
import { makeSharedErrorResponses } from '../../../src/api/rest/openapi/errors.ts'
import { blockTypeDefinitionByName } from '../../../src/courses/block/types.ts'
import type { JsonSchema } from '../../../src/operations/json-schema.ts'
import { operationCatalogue } from '../../../src/server/operations.ts'
import { createCourseTree } from '../../support/course-fixture.ts'
import { createFurtherRecords } from '../../support/further-records.ts'
import { makeIdentityProvider } from '../../support/identity-provider.ts'
import { mustMatchOpenApi, openApiDocument } from '../../support/openapi-contract.ts'
import { createNextBlock, uploadPicture } from '../../support/operation-samples.ts'
import { pathOf, routes } from '../../support/operations.ts'
import { publishCourse } from '../../support/published-course.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
beforeAll(async () => {
  provider = await makeIdentityProvider()
  service = await startTestService({ env: provider.env })
  key = await service.key()
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

type Media = { example?: object; examples?: Record<string, { value: object }> }
type Told = { requestBody?: { content: { 'application/json': Media } } }
const toldOf = ({ rest }: (typeof routes)[number]): Told => {
  const methods = openApiDocument.paths[rest.path] as Record<string, Told>
  return methods[rest.method.toLowerCase()]!
}

test('the openApiDocument is read without a key, and not again while it is the same', async () => {
  const { status, headers, body } = await service.http('/api/v1/openapi.json')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  expect(body).toEqual(JSON.parse(JSON.stringify(openApiDocument)))
  const again = await service.http('/api/v1/openapi.json', { headers: { 'If-None-Match': headers.get('etag')! } })
  expect([again.status, again.text]).toEqual([304, ''])
})

test('the YAML document is the JSON document', async () => {
  const { status, headers, text } = await service.http('/api/v1/openapi.yaml')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/yaml; charset=utf-8'])
  expect(parse(text)).toEqual(JSON.parse(JSON.stringify(openApiDocument)))
})

test('every operationId is unique and begins with a verb', () => {
  const ids = routes.map(({ rest }) => {
    const methods = openApiDocument.paths[rest.path] as Record<string, { operationId: string }>
    return methods[rest.method.toLowerCase()]!.operationId
  })
  expect(new Set(ids).size).toBe(ids.length)
  const verb =
    /^(get|list|search|create|update|delete|duplicate|move|split|join|reorder|put|revoke|rotate|generate|apply|dismiss|undismiss|check|unpublish|archive|unarchive|restore|import|upload|complete|suggest)[A-Z]/
  expect(ids.filter((id) => !verb.test(id))).toEqual([])
})

type HeaderParameter = { name: string; in: string; schema: { type: string; pattern?: string } }

test('each If-Match is documented with the values that the service takes', async () => {
  const patterns = routes.flatMap(({ rest }) => {
    const methods = openApiDocument.paths[rest.path] as Record<string, { parameters?: HeaderParameter[] }>
    const { parameters = [] } = methods[rest.method.toLowerCase()]!
    return parameters.filter(({ name, in: place }) => name === 'If-Match' && place === 'header')
  })
  expect(patterns.length).toBeGreaterThan(10)
  const { course } = await createCourseTree(service, key)
  const values: [value: string, isTaken: boolean][] = [
    ['*', true],
    ['"v1"', true],
    ['"v1", "v2"', true],
    ['v1', false],
    ['"v1', false],
  ]
  for (const [value, isTaken] of values) {
    const { status } = await service.rest('PATCH', `/courses/${course.id}`, key, {}, { 'If-Match': value })
    expect([value, status]).toEqual([value, isTaken ? 200 : 400])
    for (const { schema } of patterns)
      expect([value, new RegExp(schema.pattern ?? '').test(value)]).toEqual([value, isTaken])
  }
})

test('with PUBLIC_URL the document names the address of the service', () => {
  const [server] = makeOpenapiDocument(operationCatalogue, 'https://courses.example.com').servers
  expect(server!.url).toBe('https://courses.example.com/api/v1')
})

test('reading the openApiDocument counts as a request', async () => {
  const remaining = async () =>
    Number((await service.http('/api/v1/openapi.json')).headers.get('x-ratelimit-remaining'))
  expect((await remaining()) - (await remaining())).toBe(1)
})

test('the routes are those of the snapshot', async () => {
  const lines = routes.map(({ rest, name, access }) => `${rest.method} ${rest.path} → ${name} (${access})`)
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('routes.txt')
})

test('every reference of the openApiDocument has something at its end', () => {
  const refs = [...JSON.stringify(openApiDocument).matchAll(/"\$ref":"#([^"]+)"/g)].map(([, pointer]) => pointer!)
  const broken = refs.filter(
    (pointer) =>
      pointer
        .split('/')
        .slice(1)
        .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], openApiDocument) ===
      undefined,
  )
  expect([refs.length > 100, broken]).toEqual([true, []])
})

type Said = { description?: string; maxLength?: number; items?: { maxLength?: number } }

// Without `additionalProperties`, openapi-typescript makes a type of it that has no members.
test('an object of the document without declared members says that it takes any', () => {
  const silent: string[] = []
  const walk = (value: unknown, at: string) => {
    if (typeof value !== 'object' || value === null) return
    const { type, properties, additionalProperties, oneOf } = value as JsonSchema
    if ([type].flat().includes('object') && !properties && !oneOf && additionalProperties === undefined) silent.push(at)
    for (const [name, inner] of Object.entries(value)) walk(inner, `${at}/${name}`)
  }
  walk(openApiDocument.components.schemas, '')
  expect(silent.filter((at) => !/\/examples?\//.test(at))).toEqual([])
})

test('what a description says of a length is what the rule says', () => {
  const told = Object.entries(openApiDocument.components.schemas).flatMap(([name, { properties }]) =>
    Object.entries((properties ?? {}) as Record<string, Said>).flatMap(([field, { description, maxLength, items }]) => {
      const said = /(?:1 to|at most) ([\d,]+) characters/.exec(description ?? '')?.[1]
      return said
        ? [[`${name}.${field}`, Number(said.replaceAll(',', '')), items?.maxLength ?? maxLength] as const]
        : []
    }),
  )
  const sent = told.filter(([name]) => /Input\./.test(name))
  expect(sent.length).toBeGreaterThan(5)
  expect(sent.filter(([, said, rule]) => said !== rule)).toEqual([])
})

/** Adds the example of a quiz to a lesson, and publishes the course. */
async function publishQuiz(courseId: string, lessonId: string): Promise<{ id: string; workspace: string }> {
  const content = blockTypeDefinitionByName.quiz.example
  const { body } = await service.rest('POST', `/lessons/${lessonId}/blocks`, key, { type: 'quiz', content })
  await publishCourse(service, key, courseId)
  const me = await service.rest('GET', '/me', key)
  return { id: body.data.id, workspace: me.body.data.workspace.publicId }
}

describe('the examples of request bodies work when they are sent', () => {
  const bodies = routes.flatMap((operation) => {
    // Its example is an address on the Internet.
    if (operation.name === 'importAsset') return []
    const media = toldOf(operation).requestBody?.content['application/json']
    if (!media) return []
    const named = media.examples ?? { example: { value: media.example! } }
    return Object.entries(named).map(([name, { value }]) => ({ operation, name, body: value, field: operation.name }))
  })

  test.each(bodies)('$field: $name', async ({ operation, body }) => {
    const { rest, access } = operation
    const { course, module, lesson, block } = await createCourseTree(service, key)
    const quiz = operation.name === 'checkAnswer' ? await publishQuiz(course.id, lesson.id) : undefined
    if (['updateRelease', 'restoreRelease'].includes(operation.name)) await publishCourse(service, key, course.id)
    const token = await provider.token('ada')
    const { keyId } = (await service.rest('POST', '/api-keys', token, { name: 'ci' })).body.data
    const checks = await service.rest('GET', `/courses/${course.id}/checks`, key)
    const finding: string = checks.body.data.findings[0].id
    const ids: Record<string, string> = {
      finding,
      courseId: course.id,
      moduleId: module.id,
      lessonId: lesson.id,
      blockId: quiz?.id ?? block.id,
      ...(quiz && { workspace: quiz.workspace }),
      ...(operation.name === 'joinBlocks' && { nextId: await createNextBlock(service, key, lesson.id) }),
      keyId,
      number: '1',
      ...(await createFurtherRecords(service, key, course.id)),
      ...(operation.name === 'suggestAltText' && { assetId: await uploadPicture(service, key) }),
    }
    const children: Record<string, string> = { modules: module.id, lessons: lesson.id, blocks: block.id }
    const path = pathOf(operation, ids)
    const child = children[rest.path.split('/').at(-2)!]!
    const values: Record<string, unknown> = { ids: [child], findings: [finding], release: 1 }
    const sent = Object.entries(body).map(([name, value]) => [name, ids[name] ?? values[name] ?? value])
    const auth = access === 'person' ? token : key
    const answer = await service.rest(rest.method, path, auth, Object.fromEntries(sent))
    expect([answer.status, answer.body.error]).toEqual([rest.status ?? 200, undefined])
  })
})

test('an answer that the document does not declare is found out', async () => {
  const { headers, body } = await service.rest('GET', '/block-types', key)
  const held = (status: number, changed: unknown, sent = headers) =>
    mustMatchOpenApi('GET', '/api/v1/block-types', status, sent, JSON.stringify(changed))
  held(200, body)
  expect(() => held(418, body)).toThrow('- the status is not declared; declared are 200, 304, 400, 401')
  expect(() => held(200, { data: [{ ...body.data[0], colour: 'red' }] })).toThrow(
    '- the body /data/0 must NOT have additional properties colour',
  )
  expect(() => held(200, { data: [{ ...body.data[0], type: 'song' }] })).toThrow(
    '- the body /data/0/type must be equal to one of the allowed values',
  )
  const bare = new Headers(headers)
  bare.delete('X-RateLimit-Limit')
  bare.set('RateLimit', 'plenty')
  expect(() => held(200, body, bare)).toThrow(
    /- the header X-RateLimit-Limit is missing\n- the header RateLimit: plenty/,
  )
})

test('the reference page has all of its files here and may ask nobody else', async () => {
  const { status, headers, text } = await service.http('/docs')
  expect([status, headers.get('content-type'), headers.get('content-security-policy')]).toEqual([
    200,
    'text/html; charset=utf-8',
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ])
  const files = [...text.matchAll(/<(?:link|script|img)[^>]* (?:src|href)="([^"]+)"/g)].map(([, path]) => path!)
  expect(files.filter((path) => !path.startsWith('/docs/'))).toEqual([])
  const answers = await Promise.all(files.map(async (path) => [path, (await service.http(path)).status]))
  expect(answers).toEqual(files.map((path) => [path, 200]))
})

test.each(['/docs', '/api/v1/openapi.json'])('%s is read and nothing else', async (path) => {
  const posted = await service.http(path, { method: 'POST' })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  const head = await service.http(path, { method: 'HEAD' })
  expect([head.status, head.text]).toEqual([200, ''])
})

test('two error codes of one status share a response with an example of each', () => {
  const row = { status: 409, title: 'Conflict', description: 'One.', example: { message: 'One.', details: {} } }
  const other = { ...row, title: 'Locked', description: 'Two.', example: { message: 'Two.', details: {} } }
  const rows = [
    { ...row, code: 'conflict' as const },
    { ...other, code: 'forbidden' as const, headers: ['Retry-After' as const] },
  ]
  const { Conflict: response, ...more } = makeSharedErrorResponses(new Map([[409, rows]]))
  expect(more).toEqual({})
  expect(response).toMatchObject({
    description: 'One. Two.',
    headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
    content: {
      'application/json': {
        examples: {
          conflict: { value: { error: { code: 'conflict', message: 'One.', details: {} } } },
          forbidden: { value: { error: { code: 'forbidden', message: 'Two.', details: {} } } },
        },
      },
    },
  })
})
