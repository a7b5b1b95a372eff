import type { Config } from '../config.ts'

/** What a newcomer can open, by path below the service's address. */
const places = [
  ['Dashboard', '/'],
  ['REST', '/api/v1'],
  ['GraphQL', '/graphql'],
  ['Reference', '/docs'],
  ['MCP', '/mcp'],
  ['Health', '/health/ready'],
] as const

/** The address under which this machine reaches the service. */
export function addressOf({ publicUrl, tls, host }: Config, port: number): string {
  const local = ['0.0.0.0', '127.0.0.1', '::', '::1'].includes(host)
  const name = local ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return publicUrl ?? `${tls ? 'https' : 'http'}://${name}:${port}`
}

/** What is printed when the service is up: its addresses and, once, the key of the demo workspace. */
export function welcome(address: string, key: string | undefined): string {
  const lines = places.map(([name, path]) => `  ${name.padEnd(10)} ${address}${path}`)
  const greeting = ['Coursewright is ready.', '', ...lines, '']
  if (key === undefined) return greeting.join('\n')
  return [
    ...greeting,
    'A demo workspace with a sample course was made. Its API key, shown this once:',
    '',
    `  ${key}`,
    '',
    'Try it:',
    '',
    `  curl -H "Authorization: Bearer ${key}" ${address}/api/v1/courses`,
    '',
  ].join('\n')
}
