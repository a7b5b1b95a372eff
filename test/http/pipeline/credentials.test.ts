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

test('a credential of a proxy beside X-API-Key is ignored, and another bearer token is not', () => {
  const read = connection()
  const key = 'a'.repeat(30)
  for (const authorization of ['Basic dXNlcjpwYXNz', 'basic x', 'Digest username="u"', 'Negotiate abc', ''])
    expect([authorization, read({ authorization, 'x-api-key': key })]).toEqual([
      authorization,
      { kind: 'key', credential: { value: key, hash: hashCredentialForCache(key) } },
    ])
  for (const authorization of ['Bearer other', 'bearer', 'Bearer a b'])
    expect(read({ authorization, 'x-api-key': key }).kind).toBe('ambiguous')
  expect(read({ authorization: 'Basic dXNlcjpwYXNz' }).kind).toBe('ambiguous')
})

test('a bearer token that looks like a JSON Web Token, whole or not, is a token and no API key', () => {
  const read = connection()
  const kindOf = (value: string) => read({ authorization: `Bearer ${value}` }).kind
  for (const value of ['a.b.c', 'a.b', 'a.b.c.d.e', '.', 'eyJhbGciOiJub25lIn0']) expect(kindOf(value)).toBe('token')
  for (const value of ['a'.repeat(30), 'nonsense', `cw_prod_${'x'.repeat(32)}`]) expect(kindOf(value)).toBe('key')
  expect(read({ 'x-api-key': 'a.b.c' }).kind).toBe('key')
})
