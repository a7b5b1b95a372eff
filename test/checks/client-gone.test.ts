import { Resolver } from 'node:dns'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { checks } from '../../src/checks/checks.ts'
import { linkCheckLimiter } from '../../src/checks/limiters.ts'
import type { CourseStructureCheck } from '../../src/checks/model/check.ts'
import { wholeCourseLimiter } from '../../src/courses/outline/whole-course-limiter.ts'
import { missingId } from '../support/course-fixture.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { openAndSend, requestHead, requestHeadWithBody } from '../support/sockets.ts'

let service: TestService
let key: string
let courseId: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  const links = ['https://a.example/one', 'https://a.example/two'].map((url) => `[Page](${url})`).join(' ')
  const lessons = [{ name: 'Light', blocks: [{ type: 'text', content: { text: links } }] }]
  const { body } = await service.rest('POST', '/courses', key, { name: 'Botany', modules: [{ name: 'M', lessons }] })
  courseId = body.data.id
  expect((await service.rest('POST', `/courses/${courseId}/releases`, key, {})).status).toBe(201)
  expect((await service.rest('PATCH', `/courses/${courseId}`, key, { name: 'Changed' })).status).toBe(200)
})
afterAll(() => service.close())

/** Sends a request whose client disconnects after `begun`. Resolves when the service has noticed it. */
async function sendAndLeave(begun: Promise<void>, method: string, path: string, body?: object): Promise<void> {
  const countAborted = () => service.logged.filter(({ msg, aborted }) => msg === 'request' && aborted === true).length
  const before = countAborted()
  const head = { method, path: `/api/v1/courses/${courseId}${path}`, key }
  const text = body && JSON.stringify(body)
  const request = text === undefined ? requestHead(head) : requestHeadWithBody(head, Buffer.byteLength(text)) + text
  const { socket } = await openAndSend(service.url, request)
  await begun
  socket.resetAndDestroy()
  await expect.poll(countAborted, { timeout: 20_000 }).toBe(before + 1)
}

const courseChecks = checks.filter((check): check is CourseStructureCheck => 'findInCourse' in check)

test.each<[what: string, method: string, path: string, body?: object]>([
  ['a draft', 'GET', '/checks'],
  ['a release', 'GET', '/checks?release=1'],
  ['a finding to dismiss', 'POST', '/dismissals', { finding: missingId }],
  ['findings to fix', 'POST', '/fixes', { findings: [missingId] }],
  ['fixes to try', 'POST', '/fixes', { findings: [missingId], dryRun: true }],
  ['what would be published', 'POST', '/releases', { dryRun: true }],
  ['what is published', 'POST', '/releases', {}],
])('the checks of %s end when the client disconnects', async (_what, method, path, body) => {
  const [first, ...later] = courseChecks as [CourseStructureCheck, ...CourseStructureCheck[]]
  const begun = Promise.withResolvers<void>()
  let isClientGone = false
  const slow = vi.spyOn(first, 'findInCourse').mockImplementation(function* () {
    begun.resolve()
    while (!isClientGone) yield undefined
  })
  const spies = later.map((check) => vi.spyOn(check, 'findInCourse'))
  onTestFinished(() => {
    for (const spy of [slow, ...spies]) spy.mockRestore()
  })
  await sendAndLeave(begun.promise, method, path, body)
  isClientGone = true
  const { limiters } = service.app.services
  await expect.poll(() => limiters.get(wholeCourseLimiter).state().used, { timeout: 20_000 }).toBe(0)
  expect(spies.flatMap((spy) => spy.mock.calls)).toEqual([])
  expect(service.logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
})

test('a check of links ends when the client disconnects, and requests no further link', async () => {
  const [begun, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // The casts are necessary, because TypeScript compares with only one of the overloads of `resolve4` and `resolve6`.
  const lookUp = vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation(((
    _host: string,
    answered: (error: Error | null, addresses: string[]) => void,
  ) => {
    begun.resolve()
    void left.promise.then(() => answered(Object.assign(new Error('busy'), { code: 'EREFUSED' }), []))
  }) as never)
  const noLookUp = vi.spyOn(Resolver.prototype, 'resolve6').mockImplementation((() => {}) as never)
  onTestFinished(() => {
    lookUp.mockRestore()
    noLookUp.mockRestore()
  })
  await sendAndLeave(begun.promise, 'POST', '/link-checks', {})
  left.resolve()
  await expect.poll(() => service.app.services.limiters.get(linkCheckLimiter).state().used, { timeout: 20_000 }).toBe(0)
  expect(lookUp).toHaveBeenCalledTimes(1)
})
