import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CourseTree, createCourseTree, missingId } from '../../support/course-fixture.ts'
import { errorBody } from '../../support/error-bodies.ts'
import { sendRawRequest } from '../../support/raw-requests.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
let outline: CourseTree
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  outline = await createCourseTree(service, key)
})
afterAll(() => service.close())

const unknownRoute = errorBody('not_found', 'There is no such route; see /api/v1/openapi.json.')
const unknownAddress = errorBody('not_found', 'There is nothing at this address.')

test.each([
  ['GET', '/api/v1'],
  ['GET', '/api/v1/'],
  ['GET', '/api/v1/evil'],
  ['GET', '/api/v1evil'],
  ['GET', '/api/v1evil/courses'],
  ['GET', '/api/v2/courses'],
  ['GET', '/api/'],
  ['POST', '/api/v1/webhook'],
  ['GET', '/api/v1/courses//'],
  ['GET', '/api/v1//courses'],
  ['GET', '/api/v1/Courses'],
  ['GET', '/api/v1/courses;x=1'],
  ['GET', '/api/v1/courses%3Fpage=1'],
  ['GET', '/api/v1/courses%'],
  ['GET', '/api/v1/courses/%'],
  ['GET', '/api/v1/courses/%zz'],
  ['GET', '/api/v1/courses/%c3%28/modules'],
  ['GET', `/api/v1/courses/${missingId}/lessons`],
  ['GET', `/api/v1/courses/${'x'.repeat(5000)}/modules`],
  ['GET', '/api/v1/course-page'],
  ['GET', '/api/v1/viewer'],
  ['POST', '/api/v1/create-course'],
  ['GET', '/api/v1/__proto__'],
  ['GET', '/api/v1/courses/../courses'],
  ['PROPFIND', '/api/v1/nothing'],
  ['OPTIONS', '/api/v1/nothing'],
  ['DELETE', '/api/v1/nothing'],
])('%s %s is no route', async (method, path) => {
  const { status, body } = await sendRawRequest(service.url, { method, path, headers: [['X-API-Key', key]] })
  expect([status, body]).toEqual([404, unknownRoute])
})

test.each(['/api', '/apiv1', '/favicon.ico', '/graphql//', '/..%2f..%2fetc/passwd', '//api/v1/courses'])(
  '%s is no address',
  async (path) => {
    const { status, body } = await sendRawRequest(service.url, { path, headers: [['X-API-Key', key]] })
    expect([status, body]).toEqual([404, unknownAddress])
  },
)

test('an address in absolute form is the same address', async () => {
  const path = `${service.url}/api/v1/courses/${outline.course.id}`
  const { status, body } = await sendRawRequest(service.url, { path, headers: [['X-API-Key', key]] })
  expect([status, body]).toEqual([200, { data: outline.course }])
})

test.each([
  ['a UUID with garbage', `${missingId}x`],
  ['a word', 'x'],
  ['escaped NUL', '%00'],
  ['an escaped slash', 'a%2Fb'],
  ['a space', '%20'],
  ['many characters', 'x'.repeat(100)],
  ['more characters', 'x'.repeat(5000)],
  ['an injection', "'%20OR%201=1--"],
  ['emoji', '%F0%9F%8C%B1'],
  ['braces', '%7BcourseId%7D'],
  ['a UUID in braces', `%7B${missingId}%7D`],
  ['a UUID without hyphens', missingId.replaceAll('-', '')],
])('an id that is %s is no course', async (_case, id) => {
  for (const method of ['GET', 'DELETE']) {
    const { status, body } = await sendRawRequest(service.url, {
      method,
      path: `/api/v1/courses/${id}`,
      headers: [['X-API-Key', key]],
    })
    expect([status, body.error.code]).toEqual([404, 'not_found'])
  }
})

test('an id in capitals is the same id', async () => {
  const { status, body } = await service.rest('GET', `/courses/${outline.course.id.toUpperCase()}`, key)
  expect([status, body]).toEqual([200, { data: outline.course }])
})

test.each([
  ['PUT', '/courses', 'GET, POST, HEAD, OPTIONS'],
  ['DELETE', '/courses', 'GET, POST, HEAD, OPTIONS'],
  ['PATCH', '/courses', 'GET, POST, HEAD, OPTIONS'],
  ['TRACE', '/courses', 'GET, POST, HEAD, OPTIONS'],
  ['POST', `/courses/${missingId}`, 'GET, PATCH, DELETE, HEAD, OPTIONS'],
  ['PUT', `/courses/${missingId}/modules`, 'GET, POST, HEAD, OPTIONS'],
  ['POST', '/modules/x', 'GET, PATCH, DELETE, HEAD, OPTIONS'],
  ['POST', '/lessons/x', 'GET, PATCH, DELETE, HEAD, OPTIONS'],
  ['POST', '/blocks/x', 'GET, PATCH, DELETE, HEAD, OPTIONS'],
  ['PATCH', '/api-keys', 'GET, POST, HEAD, OPTIONS'],
  ['GET', '/api-keys/x', 'PATCH, DELETE, OPTIONS'],
  ['HEAD', '/api-keys/x', 'PATCH, DELETE, OPTIONS'],
  ['GET', '/api-keys/x/rotate', 'POST, OPTIONS'],
  ['POST', '/block-types', 'GET, HEAD, OPTIONS'],
])('%s %s is 405 and says what is allowed', async (method, path, allow) => {
  const { status, headers, body } = await sendRawRequest(service.url, {
    method,
    path: `/api/v1${path}`,
    headers: [['X-API-Key', key]],
  })
  expect([status, headers.allow]).toEqual([405, allow])
  if (method !== 'HEAD') expect(body).toEqual(errorBody('invalid_request', `This address takes ${allow}.`))
})

test('OPTIONS says what is allowed, without a key', async () => {
  const answer = await service.rest('OPTIONS', `/courses/${missingId}`)
  expect([answer.status, answer.text, answer.headers.get('allow')]).toEqual([
    204,
    '',
    'GET, PATCH, DELETE, HEAD, OPTIONS',
  ])
})

test.each(['/courses', `/courses/${missingId}`, '/block-types'])('HEAD %s is GET without the body', async (path) => {
  // A compressed answer has its length only once it was made, which HEAD does not do (RFC 9110, 9.3.2).
  const ask = (method: string) => service.rest(method, path, key, undefined, { 'Accept-Encoding': 'identity' })
  const [get, head] = await Promise.all([ask('GET'), ask('HEAD')])
  expect([head.status, head.text]).toEqual([get.status, ''])
  for (const name of ['content-type', 'content-length', 'etag', 'x-ratelimit-limit'])
    expect(head.headers.get(name)).toBe(get.headers.get(name))
})

test('HEAD needs a key as GET does', async () => {
  const { status, text } = await service.rest('HEAD', '/courses')
  expect([status, text]).toEqual([401, ''])
})
