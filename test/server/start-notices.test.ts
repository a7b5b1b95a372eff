import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/platform/config.ts'
import { logStartNotices } from '../../src/server/start-notices.ts'

const production = { NODE_ENV: 'production' }

/** Returns the messages that a start with these variables logs: all of them, and the warnings. */
function noticesOf(env: Record<string, string>) {
  const logged: { level: number; msg: string }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  logStartNotices(readConfig(env), log)
  return {
    all: logged.map(({ msg }) => msg),
    warnings: logged.filter(({ level }) => level === 40).map(({ msg }) => msg),
  }
}

test('the start logs the rate limits in force', () => {
  expect(noticesOf({ RATE_LIMIT_ENTERPRISE: '5' }).all).toEqual([
    'rate limits in requests per minute: professional 6000, enterprise 5, anonymous 600, delivery 6000, master 60000',
  ])
  expect(noticesOf(production).all[0]).toBe(
    'rate limits in requests per minute: professional 600, enterprise 6000, anonymous 60, delivery 600, master 6000',
  )
})

test('the start warns that plain HTTP from other machines is refused in production', () => {
  const warning = 'Plain HTTP from other machines is refused. Set TLS_CERT_FILE and TLS_KEY_FILE, '
  expect(noticesOf(production).warnings).toEqual([expect.stringContaining(warning)])
  const tls = { TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem' }
  for (const env of [tls, { TRUST_PROXY: '1' }, { HOST: '127.0.0.1' }, { HOST: '::1' }, { HOST: 'localhost' }])
    expect(noticesOf({ ...production, ...(env as Record<string, string>) }).warnings).toEqual([])
  expect(noticesOf({ HOST: '0.0.0.0' }).warnings).toEqual([])
})

test('the start warns in production that plain HTTP is allowed', () => {
  expect(noticesOf({ ...production, ALLOW_PLAIN_HTTP: '1' }).warnings).toEqual([
    'ALLOW_PLAIN_HTTP=1: requests over plain HTTP are served, and others on the network can read keys.',
  ])
  expect(noticesOf({ ALLOW_PLAIN_HTTP: '1' }).warnings).toEqual([])
})

test('outside production the start warns of a short master key, without showing it', () => {
  expect(noticesOf({ MCP_MASTER_API_KEY: 'x'.repeat(31) }).warnings).toEqual([
    'MCP_MASTER_API_KEY has fewer than 32 characters. In production, the service does not start with it.',
  ])
  expect(noticesOf({ MCP_MASTER_API_KEY: 'x'.repeat(32) }).warnings).toEqual([])
})
