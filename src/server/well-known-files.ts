import type { Endpoint } from '../http/exchange.ts'
import { makeReadOnlyHandler } from '../http/read-methods.ts'
import { sendHttpResponse } from '../http/send.ts'
import { makeSingleRouteEndpoint } from '../http/single-route-endpoint.ts'
import type { Config } from '../platform/config.ts'

const plainText = 'text/plain; charset=utf-8'
const dayMs = 86_400_000

/** How long `security.txt` is valid, in days. RFC 9116, section 2.5.5, recommends less than a year. */
const validDays = 180

/** Returns the text of `security.txt` (RFC 9116). It stays the same for a day. */
function formatSecurityTxt(contacts: readonly string[], publicUrl: string | undefined, now: number): string {
  const expires = new Date((Math.floor(now / dayMs) + validDays) * dayMs).toISOString()
  const lines = [...contacts.map((contact) => `Contact: ${contact}`), `Expires: ${expires}`, 'Preferred-Languages: en']
  if (publicUrl !== undefined) lines.push(`Canonical: ${publicUrl}/.well-known/security.txt`)
  return `${lines.join('\n')}\n`
}

/** The paths that search engines must not request (RFC 9309): the APIs, private links and pages that need a sign-in. */
const disallowedPaths = [
  ...['/api/', '/graphql', '/mcp', '/health/', '/metrics', '/dev/', '/preview/'],
  ...['/connect', '/courses', '/settings', '/signed-in', '/trash', '/usage'],
]

const robotsTxt = ['User-agent: *', 'Allow: /learn/', ...disallowedPaths.map((path) => `Disallow: ${path}`), ''].join(
  '\n',
)

/** Makes the endpoints of `robots.txt` and, if there is a `SECURITY_CONTACT`, of `security.txt`. */
export function makeWellKnownEndpoints({ securityContacts, publicUrl }: Config): [path: string, Endpoint][] {
  const files: [path: string, text: () => string][] = [['/robots.txt', () => robotsTxt]]
  if (securityContacts.length > 0)
    files.push(['/.well-known/security.txt', () => formatSecurityTxt(securityContacts, publicUrl, Date.now())])
  return files.map(([path, text]) => [
    path,
    makeSingleRouteEndpoint(
      path,
      makeReadOnlyHandler((exchange) =>
        sendHttpResponse(exchange, 200, plainText, text(), { 'Cache-Control': 'public, max-age=3600' }),
      ),
    ),
  ])
}
