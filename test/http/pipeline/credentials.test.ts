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

test.each([30, 1024, 1025])('requests of one connection may each send another key, here of %i characters', (length) => {
  const read = connection()
  const [ann, bob] = ['a'.repeat(length), 'b'.repeat(length)]
  const withHash = (value: string) => ({ kind: 'key', credential: { value, hash: hashCredentialForCache(value) } })
  for (const value of [ann, ann, bob, ann, bob, bob]) {
    expect(read({ authorization: `Bearer ${value}` })).toEqual(withHash(value))
    expect(read({ 'x-api-key': value })).toEqual(withHash(value))
    expect(read({})).toEqual({ kind: 'none' })
  }
  expect(read({ authorization: `Bearer ${ann}`, 'x-api-key': bob }).kind).toBe('ambiguous')
  expect(connection()({ authorization: `Bearer ${bob}` })).toEqual(withHash(bob))
})

test('the hash of a credential is remembered for its connection, but not if the credential is long', () => {
  const read = connection()
  const isRemembered = (value: string) => {
    const credentials = [0, 1].map(() => read({ authorization: `Bearer ${value}` }))
    const [one, other] = credentials.map((sent) => 'credential' in sent && sent.credential)
    return one === other
  }
  expect([isRemembered('a'.repeat(1024)), isRemembered('a'.repeat(1025))]).toEqual([true, false])
})
