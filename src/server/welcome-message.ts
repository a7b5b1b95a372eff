import type { Config } from '../platform/config.ts'
import { isLoopbackAddress } from '../platform/limits/ip-address.ts'
import type { DemoWorkspace } from '../sample/seed.ts'

/** The parts of the service that the welcome message lists, each with its name and its URL path. */
const links = [
  ['Dashboard', '/'],
  ['REST', '/api/v1'],
  ['GraphQL', '/graphql'],
  ['Reference', '/docs'],
  ['MCP', '/mcp'],
  ['Health', '/health/ready'],
] as const

/** Returns the base URL of the service, as seen from this machine. */
function getBaseUrl({ publicUrl, tls, host }: Config, port: number): string {
  const local = ['0.0.0.0', '127.0.0.1', '::', '::1'].includes(host)
  const name = local ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return publicUrl ?? `${tls ? 'https' : 'http'}://${name}:${port}`
}

/** The notice for a service that other machines can reach, but to which people can sign in only from this machine. */
const loopbackOnlyNotice = [
  'Development sign-in only works on this machine, although the service listens for others (HOST).',
  'To let people on other machines sign in, set OIDC_ISSUER and OIDC_AUDIENCE.',
  '',
]

/** Returns true if other machines can reach the service, but people can sign in only from this machine. */
const isSignInLoopbackOnly = ({ host, oidc }: Config) => !oidc && host !== 'localhost' && !isLoopbackAddress(host)

/**
 * Returns the text that is printed when the service starts: the URLs of the service, and the API key and the course of
 * a new demo workspace.
 */
export function formatWelcomeMessage(config: Config, port: number, demo: DemoWorkspace | undefined): string {
  const address = getBaseUrl(config, port)
  const all = demo ? [...links, ['Learners', demo.coursePath] as const] : links
  const lines = all.map(([name, path]) => `  ${name.padEnd(10)} ${address}${path}`)
  const greeting = [
    'Coursewright is ready.',
    '',
    ...lines,
    '',
    ...(isSignInLoopbackOnly(config) ? loopbackOnlyNotice : []),
  ]
  if (demo === undefined) return greeting.join('\n')
  const { key } = demo
  return [
    ...greeting,
    'A demo workspace with a sample course was created. Its API key, shown only now:',
    '',
    `  ${key}`,
    '',
    'Try it:',
    '',
    `  curl -H "Authorization: Bearer ${key}" ${address}/api/v1/courses`,
    '',
  ].join('\n')
}
