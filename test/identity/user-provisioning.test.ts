import { afterAll, beforeAll, expect, test } from 'vitest'
import { runKeyCommand } from '../../src/keys/admin-commands.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { allStatementsOf } from '../support/sql-recorder.ts'

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

const minutes = (count: number) => Math.floor(Date.now() / 1000) + count * 60
const viewer = async (token: string) =>
  (await service.graphql('{ viewer { name email plan workspace { id name plan } } }', token)).data.viewer

test('the name and the e-mail address of a person follow the latest ID token, and the workspace keeps its name', async () => {
  const first = { name: 'Zoe One', email: 'one@example.com', iat: minutes(-10) }
  expect(await viewer(await provider.token('zoe', first))).toMatchObject({ name: 'Zoe One', email: 'one@example.com' })
  const second = { name: 'Zoe Two', email: 'two@example.com', iat: minutes(-5) }
  const renamed = { name: 'Zoe Two', email: 'two@example.com', workspace: { name: 'Zoe One' } }
  expect(await viewer(await provider.token('zoe', second))).toMatchObject(renamed)
  for (const claims of [
    { ...first, iat: minutes(-7) },
    { iat: minutes(-4) },
    { name: ' ', email: 5, iat: minutes(-3) },
  ])
    expect(await viewer(await provider.token('zoe', claims))).toMatchObject(renamed)
})

test('a person without a name gets the one that a later ID token contains', async () => {
  expect((await viewer(await provider.token('bob'))).name).toBe(null)
  expect((await viewer(await provider.token('bob', { name: 'Bob' }))).name).toBe('Bob')
})

test('when an older and a newer ID token arrive together, the person has the name in the newer one', async () => {
  for (let round = 0; round < 5; round++) {
    const sub = `kit ${round}`
    await viewer(await provider.token(sub, { name: 'First', iat: minutes(-10) }))
    const tokens = await Promise.all(
      [-5, -4, -6].map((iat) => provider.token(sub, { name: `At ${iat}`, iat: minutes(iat) })),
    )
    await Promise.all(tokens.map(viewer))
    expect((await viewer(tokens[0]!)).name).toBe('At -4')
  }
})

test('an ID token that changes nothing writes nothing', async () => {
  const claims = { name: 'Ann', email: 'ann@example.com', iat: minutes(-1) }
  await viewer(await provider.token('ann', claims))
  const again = await provider.token('ann', { ...claims, nonce: 'another' })
  const statements = await allStatementsOf(() => viewer(again))
  const isWrite = (text: string) => /^(INSERT INTO|UPDATE) "public"\."(users|workspaces)"/.test(text)
  expect(statements.filter(isWrite)).toEqual([])
})

test('an ID token that was issued before does not change the plan that the operator has set', async () => {
  const token = await provider.token('yan', { iat: minutes(-1) })
  const { id: workspace } = (await viewer(token)).workspace
  const dependencies = { db: service.db, keyPrefix: 'cw', onKeysChanged: service.app.services.keyring.invalidate }
  const command = { do: 'create', name: 'ci', workspace, plan: 'enterprise' } as const
  const [key] = (await runKeyCommand(command, dependencies)).lines
  expect(await viewer(token)).toMatchObject({ plan: 'enterprise' })
  expect((await service.rest('GET', '/me', key)).body.data.plan).toBe('enterprise')
  const later = await provider.token('yan', { iat: Math.floor(Date.now() / 1000) + 2 })
  expect(await viewer(later)).toMatchObject({ plan: 'professional' })
})
