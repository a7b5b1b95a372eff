import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationsOf, restView } from '../../src/rest/view.ts'
import { schema } from '../../src/schema.ts'
import { document, mustBeDeclared } from '../contract.ts'
import { makeOutline } from '../course-fixture.ts'
import { type House, makeHouse } from '../house.ts'
import { makeIdentityProvider } from '../identity-provider.ts'

let house: House
let key: string
let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
beforeAll(async () => {
  provider = await makeIdentityProvider()
  house = await makeHouse({ env: provider.env })
  key = await house.key()
})
afterAll(async () => {
  await house.close()
  await provider.close()
})

const operations = operationsOf(restView(schema))

type Media = { example?: object; examples?: Record<string, { value: object }> }
type Told = { requestBody?: { content: { 'application/json': Media } } }
const toldOf = ({ route }: (typeof operations)[number]): Told => {
  const methods = document.paths[route.path] as Record<string, Told>
  return methods[route.method.toLowerCase()]!
}

test('the document is read without a key, and not again while it is the same', async () => {
  const { status, headers, body } = await house.http('/api/v1/openapi.json')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  expect(body).toEqual(JSON.parse(JSON.stringify(document)))
  const again = await house.http('/api/v1/openapi.json', { headers: { 'If-None-Match': headers.get('etag')! } })
  expect([again.status, again.text]).toEqual([304, ''])
})

test('reading the document counts as a request', async () => {
  const remaining = async () => Number((await house.http('/api/v1/openapi.json')).headers.get('x-ratelimit-remaining'))
  expect((await remaining()) - (await remaining())).toBe(1)
})

test('the routes are these', async () => {
  const lines = operations.map(({ route, field, access }) => `${route.method} ${route.path} → ${field} (${access})`)
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('routes.txt')
})

test('every reference of the document has something at its end', () => {
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(([, pointer]) => pointer!)
  const broken = refs.filter(
    (pointer) =>
      pointer
        .split('/')
        .slice(1)
        .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], document) ===
      undefined,
  )
  expect([refs.length > 100, broken]).toEqual([true, []])
})

test('what a description says of a length is what the rule says', () => {
  const told = Object.entries(document.components.schemas).flatMap(([name, { properties }]) =>
    Object.entries((properties ?? {}) as Record<string, { description?: string; maxLength?: number }>).flatMap(
      ([field, { description, maxLength }]) => {
        const said = /(?:1 to|at most) ([\d,]+) characters/.exec(description ?? '')?.[1]
        return said ? [[`${name}.${field}`, Number(said.replaceAll(',', '')), maxLength] as const] : []
      },
    ),
  )
  const sent = told.filter(([name]) => /Input\./.test(name))
  expect(sent.length).toBeGreaterThan(5)
  expect(sent.filter(([, said, rule]) => said !== rule)).toEqual([])
})

describe('the examples of request bodies work when they are sent', () => {
  const bodies = operations.flatMap((operation) => {
    const media = toldOf(operation).requestBody?.content['application/json']
    if (!media) return []
    const named = media.examples ?? { example: { value: media.example! } }
    return Object.entries(named).map(([name, { value }]) => ({ operation, name, body: value, field: operation.field }))
  })

  test.each(bodies)('$field: $name', async ({ operation, body }) => {
    const { route, access } = operation
    const { course, module, lesson, block } = await makeOutline(house, key)
    const ids: Record<string, string> = {
      courseId: course.id,
      moduleId: module.id,
      lessonId: lesson.id,
      blockId: block.id,
    }
    const children: Record<string, string> = { modules: module.id, lessons: lesson.id, blocks: block.id }
    const path = route.path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name]!)
    const child = children[route.path.split('/').at(-2)!]!
    const sent = Object.entries(body).map(([name, value]) => [name, ids[name] ?? (name === 'ids' ? [child] : value)])
    const auth = access === 'person' ? await provider.token('ada') : key
    const answer = await house.rest(route.method, path, auth, Object.fromEntries(sent))
    expect([answer.status, answer.body.error]).toEqual([route.status ?? 200, undefined])
  })
})

test('an answer that the document does not declare is found out', async () => {
  const { headers, body } = await house.rest('GET', '/block-types', key)
  const held = (status: number, changed: unknown, sent = headers) =>
    mustBeDeclared('GET', '/api/v1/block-types', status, sent, JSON.stringify(changed))
  held(200, body)
  expect(() => held(418, body)).toThrow('- the status is declared nowhere; declared are 200, 400, 401')
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
  const { status, headers, text } = await house.http('/docs')
  expect([status, headers.get('content-type'), headers.get('content-security-policy')]).toEqual([
    200,
    'text/html; charset=utf-8',
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ])
  const files = [...text.matchAll(/<(?:link|script|img)[^>]* (?:src|href)="([^"]+)"/g)].map(([, path]) => path!)
  expect(files.filter((path) => !path.startsWith('/docs/'))).toEqual([])
  const answers = await Promise.all(files.map(async (path) => [path, (await house.http(path)).status]))
  expect(answers).toEqual(files.map((path) => [path, 200]))
})

test.each(['/docs', '/api/v1/openapi.json'])('%s is read and nothing else', async (path) => {
  const posted = await house.http(path, { method: 'POST' })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  const head = await house.http(path, { method: 'HEAD' })
  expect([head.status, head.text]).toEqual([200, ''])
})
