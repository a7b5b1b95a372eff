import { expect, onTestFinished, test } from 'vitest'
import { makeDashboardCsp } from '../../src/dashboard/content-security-policy.ts'
import { findFileOrigins } from '../../src/dashboard/file-origins.ts'
import { makeIdentityProviderOriginFinder } from '../../src/dashboard/sign-in.ts'
import { readConfig } from '../../src/platform/config.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'

const findRule = (env: Record<string, string>, name: string) =>
  makeDashboardCsp({ connect: [], frame: [] }, 'nonce', findFileOrigins(readConfig(env)))
    .split('; ')
    .find((rule) => rule.startsWith(`${name} `))

test('the dashboard’s policy allows video and audio over HTTPS, and from where the files of courses are', () => {
  expect(findRule({}, 'media-src')).toBe("media-src 'self' https:")
  const env = { ASSET_ORIGIN: 'http://files.localhost:4001', PUBLIC_URL: 'http://localhost:4000' }
  expect(findRule(env, 'media-src')).toBe("media-src 'self' https: http://files.localhost:4001")
})

test('the dashboard’s policy allows uploads to the service and to its bucket, and to nothing else', () => {
  expect(findRule({}, 'connect-src')).toBe("connect-src 'self'")
  const bucket = { ASSETS_S3_BUCKET: 'files', ASSETS_S3_REGION: 'eu-central-1' }
  expect(findRule(bucket, 'connect-src')).toBe(
    "connect-src 'self' https://files.s3.eu-central-1.amazonaws.com https://s3.eu-central-1.amazonaws.com",
  )
  const env = { ...bucket, ASSETS_S3_ENDPOINT: 'http://127.0.0.1:9000/', PUBLIC_URL: 'https://courses.example.com/' }
  expect(findRule(env, 'connect-src')).toBe("connect-src 'self' https://courses.example.com http://127.0.0.1:9000")
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
