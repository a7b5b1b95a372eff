import { expect, test } from 'vitest'
import { readCredential } from '../../../src/http/pipeline/credentials.ts'
import { hashCredentialForCache } from '../../../src/identity/key-secret.ts'
import { makeFakeExchange } from '../../support/exchanges.ts'

/** Makes a function that reads the credentials of requests on one connection. */
function connection() {
  const { socket } = makeFakeExchange()
  return (headers: Record<string, string>) => {
    const { req } = makeFakeExchange({ headers }).exchange
    return readCredential(Object.assign(req, { socket }))
  }
}

test('requests of one connection may each send another key', () => {
  const read = connection()
  const [ann, bob] = ['a'.repeat(30), 'b'.repeat(30)]
  const withHash = (value: string) => ({ kind: 'key', credential: { value, hash: hashCredentialForCache(value) } })
  for (const value of [ann, ann, bob, ann, bob, bob]) {
    expect(read({ authorization: `Bearer ${value}` })).toEqual(withHash(value))
    expect(read({ 'x-api-key': value })).toEqual(withHash(value))
    expect(read({})).toEqual({ kind: 'none' })
  }
  expect(read({ authorization: `Bearer ${ann}`, 'x-api-key': bob }).kind).toBe('ambiguous')
  expect(connection()({ authorization: `Bearer ${bob}` })).toEqual(withHash(bob))
})
