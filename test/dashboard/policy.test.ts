import { expect, test } from 'vitest'
import { makeDashboardCsp } from '../../src/dashboard/content-security-policy.ts'

test('the dashboard’s policy allows video and audio over HTTPS only', () => {
  const policy = makeDashboardCsp({ connect: [], frame: [] }, 'nonce')
  expect(policy.split('; ').find((rule) => rule.startsWith('media-src '))).toBe('media-src https:')
})
