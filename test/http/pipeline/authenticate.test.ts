import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Endpoint } from '../../../src/http/exchange.ts'
import { makeRequestAuthenticator } from '../../../src/http/pipeline/authenticate.ts'
import { readCredential } from '../../../src/http/pipeline/credentials.ts'
import type { Authenticator } from '../../../src/identity/authenticator.ts'
import type { Caller } from '../../../src/identity/caller.ts'
import type { HttpRateLimiter } from '../../../src/identity/rate-limit.ts'
import { makeFakeExchange } from '../../support/exchanges.ts'

const known = { kind: 'key', workspaceId: 'ann' } as unknown as Caller
const endpoint: Endpoint = { isAuthenticatedAndCounted: true, handle: () => {} }

/** An authenticator of keys and one of tokens, whose checks end by hand. `left` is what the address may still send. */
function byHand({ left = 1000, wellFormed = true } = {}) {
  const checks: { value: string; end: PromiseWithResolvers<Caller> }[] = []
  const cached = new Map<string, Caller>()
  const wasValid = new Set<string>()
  const authenticator: Authenticator = {
    cached: ({ value }) => cached.get(value),
    wasValid: ({ value }) => wasValid.has(value),
    workspaceOf: () => undefined,
    isWellFormed: () => wellFormed,
    authenticate: ({ value }) => {
      const end = Promise.withResolvers<Caller>()
      checks.push({ value, end })
      return end.promise
    },
  }
  const limiter = { count: async () => ({ remaining: left }) } as unknown as HttpRateLimiter
  const authenticate = makeRequestAuthenticator({ keyring: authenticator, idTokens: authenticator, limiter })
  const exchanges: { waited: boolean }[] = []
  const send = (value: string, address: string, readmit = async () => {}) => {
    const { exchange } = makeFakeExchange({ headers: { authorization: `Bearer ${value}` }, ipAddress: address })
    const sent = { waited: false }
    exchanges.push(sent)
    const waitForClient = async <T>(work: () => Promise<T>) => {
      sent.waited = true
      const result = await work()
      await readmit()
      return result
    }
    return authenticate({ ...exchange, waitForClient }, endpoint, readCredential(exchange.req))
  }
  return { checks, cached, wasValid, exchanges, send, values: () => checks.map(({ value }) => value) }
}

/** Lets all promises that need no timer go on. */
const settle = async () => {
  for (let count = 0; count < 5; count++) await turn()
}

test('at most 8 credentials of an address and 16 in all are checked at once, and tokens do not wait for keys', async () => {
  const { checks, send } = byHand()
  const ignore = () => {}
  for (let count = 0; count < 20; count++) void send(`ann ${count}`.replace(' ', ''), '203.0.113.1').catch(ignore)
  await settle()
  expect(checks).toHaveLength(8)
  for (let count = 0; count < 20; count++) void send(`bob${count}`, '203.0.113.2').catch(ignore)
  await settle()
  expect(checks).toHaveLength(16)
  void send('eve', '203.0.113.3').catch(ignore)
  await settle()
  expect(checks).toHaveLength(16)
  for (let count = 0; count < 20; count++) void send(`a.b.${count}`, '203.0.113.1').catch(ignore)
  await settle()
  expect(checks).toHaveLength(24)
})

test('the place of a check is free when its request was counted, not before, and at once when the check fails', async () => {
  const { checks, send, values } = byHand()
  const first = Array.from({ length: 8 }, (_, count) => send(`key${count}`, '203.0.113.1'))
  void send('ninth', '203.0.113.1').catch(() => {})
  void send('tenth', '203.0.113.1').catch(() => {})
  await settle()
  checks[0]!.end.resolve({ kind: 'anonymous', refusal: 'unknown' })
  const { release } = await first[0]!
  await settle()
  expect(values()).not.toContain('ninth')
  release()
  await settle()
  expect(values()).toContain('ninth')
  checks[1]!.end.reject(new Error('away'))
  await expect(first[1]).rejects.toThrow('away')
  await settle()
  expect(values()).toContain('tenth')
})

test.each([
  ['key', (count: number) => `key${count}`],
  ['token', (count: number) => `a.b.${count}`],
] as const)('a %s waits for its check within limits', async (_kind, credential) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { send } = byHand()
  const refusals: unknown[] = []
  const keep = (error: unknown) => void refusals.push(error)
  for (let count = 0; count < 8 + 1000 + 1; count++) void send(credential(count), '203.0.113.1').catch(keep)
  await settle()
  expect(refusals).toEqual([
    expect.objectContaining({ status: 429, details: { reason: 'checks of credentials', limit: 8 } }),
  ])
  await vi.advanceTimersByTimeAsync(1999)
  expect(refusals).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(refusals).toHaveLength(1001)
})

test('a credential that was checked while this one waited is not checked again', async () => {
  const { checks, cached, send } = byHand()
  const first = Array.from({ length: 8 }, (_, count) => send(`key${count}`, '203.0.113.1'))
  const waiting = send('same', '203.0.113.1')
  await settle()
  cached.set('same', known)
  checks[0]!.end.resolve(known)
  ;(await first[0]!).release()
  expect((await waiting).caller).toBe(known)
  expect(checks).toHaveLength(8)
})

test('an address that has used up its limit has five checks a minute, but those known as valid are always checked', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const { checks, wasValid, send } = byHand({ left: 0 })
  const invalid: Caller = { kind: 'anonymous', refusal: 'unknown' }
  const sendOne = async (value: string, address = '203.0.113.1') => {
    const before = checks.length
    const answer = send(value, address)
    await settle()
    checks[before]?.end.resolve(invalid)
    const { caller, release } = await answer
    release()
    return caller.kind === 'anonymous' ? caller.refusal : undefined
  }
  for (let count = 0; count < 5; count++) expect(await sendOne(`key${count}`)).toBe('unknown')
  const notChecked = 'The credential was not checked, because there were too many requests from this IP address.'
  expect([await sendOne('sixth'), checks.length]).toEqual([notChecked, 5])
  expect(await sendOne('other', '203.0.113.2')).toBe('unknown')
  wasValid.add('valid')
  expect(await sendOne('valid')).toBe('unknown')
  vi.setSystemTime(1_060_000)
  expect(await sendOne('later')).toBe('unknown')
  // What was not checked has left its place.
  for (let count = 0; count < 20; count++) await sendOne(`more${count}`)
  vi.setSystemTime(1_120_000)
  expect(await sendOne('last')).toBe('unknown')
})

test('a value that cannot be a credential needs no place among the checks', async () => {
  const { checks, send } = byHand({ wellFormed: false })
  for (let count = 0; count < 20; count++) void send(`key${count}`, '203.0.113.1')
  await settle()
  expect(checks).toHaveLength(20)
})

test('while a credential waits for its check, its request does not count as running', async () => {
  const { checks, send, exchanges } = byHand()
  const first = Array.from({ length: 8 }, (_, index) => send(`unknown-${index}`, '203.0.113.1'))
  await settle()
  expect([checks.length, exchanges.filter(({ waited }) => waited).length]).toEqual([8, 0])
  const ninth = send('ninth', '203.0.113.1')
  await settle()
  expect([checks.length, exchanges.filter(({ waited }) => waited).length]).toEqual([8, 1])
  checks[0]!.end.resolve(known)
  ;(await first[0]!).release()
  await settle()
  checks[8]!.end.resolve(known)
  expect((await ninth).caller).toBe(known)
})

test('a request that is refused after it has waited for a place to be checked leaves the place free', async () => {
  const { checks, send } = byHand()
  const first = Array.from({ length: 8 }, (_, index) => send(`key${index}`, '203.0.113.1'))
  await settle()
  const refused = send('ninth', '203.0.113.1', () => Promise.reject(new Error('overloaded')))
  checks[0]!.end.resolve(known)
  ;(await first[0]!).release()
  await expect(refused).rejects.toThrow('overloaded')
  void send('tenth', '203.0.113.1')
  await settle()
  expect(checks.map(({ value }) => value).slice(8)).toEqual(['tenth'])
})
