import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** An OpenID Connect provider with one key, over real HTTP: discovery, key set, and ID tokens for whoever is named. */
export async function makeIdentityProvider(audience = 'coursewright') {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256', use: 'sig' }]
  const server = createServer((req, res) => {
    const found = req.url === '/keys' ? { keys } : { issuer, jwks_uri: `${issuer}/keys` }
    res.setHeader('Content-Type', 'application/json').end(JSON.stringify(found))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience },
    token: (subject: string, claims: Record<string, unknown> = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: 'test' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(subject)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
