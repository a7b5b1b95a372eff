import { expect, test } from 'vitest'
import { readConfig } from '../../src/platform/config.ts'
import { serviceForTest } from '../support/service.ts'

const path = '/.well-known/security.txt'

test('security.txt names the contacts, an end in the future and its address', async () => {
  const env = {
    SECURITY_CONTACT: 'mailto:security@example.com, https://example.com/report',
    PUBLIC_URL: 'https://courses.example.com/',
  }
  const service = await serviceForTest({ env })
  const { status, headers, text } = await service.http(path)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const [one, two, expires, ...others] = text.trimEnd().split('\n')
  expect([one, two]).toEqual(['Contact: mailto:security@example.com', 'Contact: https://example.com/report'])
  expect(others).toEqual(['Preferred-Languages: en', `Canonical: https://courses.example.com${path}`])
  const days = (Date.parse(/^Expires: (\S+Z)$/.exec(expires!)![1]!) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(170)
  expect(days).toBeLessThan(365)
  expect((await service.http(path, { method: 'POST' })).status).toBe(405)
})

test('without SECURITY_CONTACT there is no security.txt', async () => {
  const { status, body } = await (await serviceForTest()).http(path)
  expect([status, body.error.code]).toEqual([404, 'not_found'])
})

test('a contact is an address that RFC 9116 allows', () => {
  for (const contact of ['security@example.com', 'http://example.com', 'https://', 'mailto:a b', 'javascript:x'])
    expect(() => readConfig({ SECURITY_CONTACT: contact })).toThrow('SECURITY_CONTACT: must be')
  expect(readConfig({ SECURITY_CONTACT: 'tel:+49-30-1' }).securityContacts).toEqual(['tel:+49-30-1'])
})

test('robots.txt closes the APIs and pages behind a sign-in, and opens published courses', async () => {
  const { status, headers, text } = await (await serviceForTest()).http('/robots.txt')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = text.trimEnd().split('\n')
  expect(lines.slice(0, 2)).toEqual(['User-agent: *', 'Allow: /learn/'])
  for (const closed of ['/api/', '/graphql', '/mcp', '/preview/', '/courses'])
    expect(lines).toContain(`Disallow: ${closed}`)
})
