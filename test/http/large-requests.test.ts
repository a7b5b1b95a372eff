import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'
import { openAndSend, requestHeadWithBody } from '../support/sockets.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

const largeRequests = () => service.app.resourceLimits.largeRequests
const expectState = (state: { used: number; waiting: number }) =>
  vi.waitFor(() => expect(largeRequests().state()).toMatchObject(state), 10_000)
const courseOf = (chars: number) => {
  const block = { type: 'text', content: { text: 'x'.repeat(200_000) } }
  const blocks = Array.from({ length: chars / 200_000 }, () => block)
  return JSON.stringify({ name: 'Large', modules: [{ name: 'M', lessons: [{ name: 'L', blocks }] }] })
}
const send = (body: string) =>
  openAndSend(service.url, requestHeadWithBody({ path: '/api/v1/courses', key }, body.length) + body)

test('requests that need over 1 MB of memory are carried out within a total of 64 MB, and the others wait', async () => {
  const release = largeRequests().acquireNow('other', 56_000_000)
  const releaseRest = largeRequests().acquireNow('third', 8_000_000)
  const waiting = await send(courseOf(1_200_000))
  await expectState({ used: 64_000_000, waiting: 1 })
  const small = await send(courseOf(400_000))
  await small.untilAnswered()
  expect([small.status(), waiting.told()]).toEqual([201, ''])
  release()
  await waiting.untilAnswered()
  expect(waiting.status()).toBe(201)
  releaseRest()
  await expectState({ used: 0, waiting: 0 })
})

test('of a workspace that uses its share four requests wait, and a further one gets 429 with the reason', async () => {
  const { body } = await service.rest('GET', '/me', key)
  const release = largeRequests().acquireNow(body.data.workspace.id, 56_000_000)
  const waiting = []
  for (const count of [1, 2, 3, 4]) {
    waiting.push(await send(courseOf(1_200_000)))
    await expectState({ used: 56_000_000, waiting: count })
  }
  const refused = await send(courseOf(1_200_000))
  await refused.untilAnswered()
  expect([refused.status(), refused.body().error.details.reason]).toEqual([429, 'bytes of memory for large requests'])
  for (const { socket } of waiting) socket.destroy()
  await expectState({ used: 56_000_000, waiting: 0 })
  release()
  await expectState({ used: 0, waiting: 0 })
  expect(service.logged.filter(({ level }) => (level as number) >= 50)).toEqual([])
})

test('a body whose values need more memory than a workspace may use is refused before it is parsed', async () => {
  const values = Array(700_000).fill('{}').join()
  const refused = await send(`{"name":"Large","attributes":{"values":[${values}]}}`)
  await refused.untilAnswered()
  expect([refused.status(), refused.body().error]).toEqual([
    413,
    {
      code: 'invalid_request',
      message:
        'The request body has too many JSON values (objects, lists, strings, numbers). Send them in several requests.',
      details: { reason: 'bytes of memory for large requests' },
    },
  ])
  await expectState({ used: 0, waiting: 0 })
})
