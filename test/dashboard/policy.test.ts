import { expect, onTestFinished, test } from 'vitest'
import { makeDashboardCsp } from '../../src/dashboard/content-security-policy.ts'
import { makeIdentityProviderOriginFinder } from '../../src/dashboard/sign-in.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'

test('the dashboard’s policy allows video and audio over HTTPS only', () => {
  const policy = makeDashboardCsp({ connect: [], frame: [] }, 'nonce')
  expect(policy.split('; ').find((rule) => rule.startsWith('media-src '))).toBe('media-src https:')
})

test('the policy allows the origins that the identity provider names, which is asked again until it answers', async () => {
  const provider = await makeIdentityProvider()
  onTestFinished(async () => void (await provider.close()))
  const { issuer } = provider
  const findOrigins = makeIdentityProviderOriginFinder({ issuer, audience: 'coursewright', development: false })
  provider.behave((_req, res) => res.destroy())
  expect(await findOrigins()).toEqual({ connect: [issuer], frame: [issuer] })
  let asked = 0
  provider.behave((_req, res) => {
    asked++
    const token_endpoint = 'https://token.example.org/token'
    res.end(JSON.stringify({ issuer, token_endpoint, authorization_endpoint: 'https://login.example.org/' }))
  })
  for (const _call of [1, 2])
    expect(await findOrigins()).toEqual({
      connect: [issuer, 'https://token.example.org'],
      frame: ['https://login.example.org'],
    })
  expect(asked).toBe(1)
})

test('without an identity provider, and with that for development, the policy names no other origin', async () => {
  const none = { connect: [], frame: [] }
  expect(await makeIdentityProviderOriginFinder(undefined)()).toEqual(none)
  const development = { issuer: 'http://localhost', audience: 'coursewright', development: true }
  expect(await makeIdentityProviderOriginFinder(development)()).toEqual(none)
})
