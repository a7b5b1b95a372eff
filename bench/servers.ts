import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from '../package.json' with { type: 'json' }
import type { Dataset } from './dataset.ts'
import { type Running, startServer } from './process.ts'
import type { ServerName } from './workloads.ts'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

type Program = { file: string; flags?: string[]; ready: string; env(redisUrl: string): Record<string, string> }

/** The service as `npm start` runs it. */
export const service = {
  file: file('../src/main.js'),
  flags: manifest.scripts.start.split(' ').filter((word) => word.startsWith('--')),
}

// Rate limits that are counted but never reached. All other settings are those of production.
const unreached = '10000000'

const coursewright: Program = {
  ...service,
  ready: '/health/ready',
  env: (redisUrl) => ({
    REDIS_URL: redisUrl,
    RATE_LIMIT_PROFESSIONAL: unreached,
    RATE_LIMIT_ENTERPRISE: unreached,
    RATE_LIMIT_ANONYMOUS: unreached,
    RATE_LIMIT_DELIVERY: unreached,
  }),
}

const programs: Record<ServerName, Program> = {
  limit: { file: file('limit.ts'), ready: '/', env: () => ({}) },
  postgraphile: {
    file: file('postgraphile.js'),
    ready: '/graphql',
    env: () => ({ GRAPHILE_ENV: 'production' }),
  },
  coursewright,
  plain: coursewright,
}

type Place = { redisUrl: string; scratch: string; env?: Record<string, string>; port?: number }

/**
 * Starts one of the servers in production mode on a data set. `url` is another URL of the same database, such as that
 * of a proxy.
 */
export function startOn(name: ServerName, data: Dataset, { redisUrl, scratch, env, port }: Place, url = data.url) {
  const program = programs[name]
  return startServer({
    file: program.file,
    flags: program.flags,
    env: { DATABASE_URL: url, ...program.env(redisUrl), ...env },
    ready: program.ready,
    log: join(scratch, `${name}.log`),
    port,
  })
}

export type { Running }
