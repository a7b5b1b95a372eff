import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'

async function makeSigningKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } }
}

/** Starts an OpenID Connect provider over HTTP, with discovery, a key set and one signing key. */
export async function makeIdentityProvider(audience = 'coursewright') {
  let key = await makeSigningKey('test')
  let behave: RequestListener | undefined
  const server = createServer((req, res) => {
    if (behave) return behave(req, res)
    const found = req.url === '/keys' ? { keys: [key.jwk] } : { issuer, jwks_uri: `${issuer}/keys` }
    res.setHeader('Content-Type', 'application/json').end(JSON.stringify(found))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Signs exactly these claims with the current key. */
  const sign = (claims: JWTPayload, header: Partial<JWTHeaderParameters> = {}) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: key.kid, ...header })
      .sign(key.privateKey, { crit: Object.fromEntries((header.crit ?? []).map((name) => [name, true])) })
  const now = () => Math.floor(Date.now() / 1000)
  /** Returns the claims of a valid token, changed by `claims`. Undefined claims are left out. */
  const claimsOf = (sub: unknown, claims: Record<string, unknown> = {}) =>
    ({ iss: issuer, aud: audience, sub, iat: now(), exp: now() + 3600, ...claims }) as JWTPayload

  return {
    env: { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience },
    issuer,
    sign,
    claimsOf,
    token: (subject: unknown, claims: Record<string, unknown> = {}) => sign(claimsOf(subject, claims)),
    publicKey: () => key.jwk,
    /** Creates a new signing key, and publishes only this one. */
    rotate: async (kid: string) => {
      key = await makeSigningKey(kid)
    },
    /** Replaces the handler of all requests, or restores the usual one. */
    behave: (by?: RequestListener) => {
      behave = by
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
