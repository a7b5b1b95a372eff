import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { startTestService, type TestService } from '../support/service.ts'

let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
let service: TestService
beforeAll(async () => {
  provider = await makeIdentityProvider()
  service = await startTestService({ env: provider.env })
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

test('failed checks of ID tokens do not use up the checks of their address', async () => {
  const signIn = async () => (await service.rest('GET', '/api-keys', await provider.token('ann'))).status
  provider.behave((_req, res) => res.destroy())
  const statuses: number[] = []
  for (let count = 0; count < 20; count++) statuses.push(await signIn())
  expect(statuses).toEqual(Array(20).fill(503))
  provider.behave()
  // The provider is asked again after a second.
  await expect.poll(signIn, { timeout: 10_000 }).toBe(200)
})
