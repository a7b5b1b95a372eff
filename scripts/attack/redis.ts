import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startServer } from '../../bench/process.ts'
import { service } from '../../bench/servers.ts'
import { startTcpProxy } from '../../test/support/tcp-proxy.ts'
import { type AttackResult, notRun } from './attack.ts'
import { makeEmptyDatabase, makeTwoKeys } from './attacked-service.ts'
import { type Fault, tryFault } from './fault.ts'
import { query } from './private-postgres.ts'
import { isRedisInstalled, startPrivateRedis } from './private-redis.ts'

type Parts = {
  redis: Awaited<ReturnType<typeof startPrivateRedis>>
  proxy: Awaited<ReturnType<typeof startTcpProxy>>
}

const faultMs = 5000

const makeFaults = ({ redis, proxy }: Parts): Fault[] => [
  {
    name: 'killed (SIGKILL), started again after 5 s',
    maxBackSeconds: 5,
    happen: async () => {
      await redis.stop('SIGKILL')
      await wait(faultMs)
      await redis.start()
    },
  },
  {
    name: 'stopped (SIGSTOP) for 20 s',
    maxBackSeconds: 5,
    happen: async () => {
      redis.signal('SIGSTOP')
      await wait(20_000)
      redis.signal('SIGCONT')
    },
  },
  {
    name: 'all packets dropped for 20 s',
    maxBackSeconds: 20,
    happen: async () => {
      proxy.silence()
      await wait(20_000)
      proxy.restore()
    },
  },
  { name: 'packets on open connections dropped for ever', maxBackSeconds: 20, happen: async () => proxy.forget() },
  {
    name: 'read-only for 5 s',
    maxBackSeconds: 5,
    happen: async () => {
      await redis.setReadOnly(true)
      await wait(faultMs)
      await redis.setReadOnly(false)
    },
  },
  {
    name: 'out of connections for 5 s',
    maxBackSeconds: 5,
    happen: async () => {
      await redis.config('maxclients', '1')
      // Connections break, and only the attack's own one is left.
      proxy.cut()
      proxy.restore()
      await wait(faultMs)
      await redis.config('maxclients', '1000')
    },
  },
  {
    name: 'out of memory for 5 s',
    maxBackSeconds: 5,
    happen: async () => {
      await redis.config('maxmemory', '1')
      await wait(faultMs)
      await redis.config('maxmemory', '0')
    },
  },
]

/** Redis fails in every way, while 24 writers write. They notice nothing. */
export async function attackRedis(): Promise<AttackResult[]> {
  if (!isRedisInstalled()) return [notRun('Redis fails', 'no redis-server was found (TEST_REDIS_SERVER names it)')]
  const database = await makeEmptyDatabase()
  const { url } = database
  if (url === undefined) {
    await database.remove()
    return [notRun('Redis fails', 'needs PostgreSQL (ATTACK_DATABASE_URL)')]
  }
  const redis = await startPrivateRedis()
  const proxy = await startTcpProxy(redis.url)
  const { attackerKey: key } = await makeTwoKeys(database.env)
  const limits = { RATE_LIMIT_ENTERPRISE: '1000000', SHED_AFTER_MS: '0', LOG_LEVEL: 'error' }
  const running = await startServer({
    ...service,
    env: { ...database.env, ...limits, REDIS_URL: proxy.url },
    ready: '/health/ready',
    log: join(database.folder, 'service.log'),
  })
  const options = {
    server: 'Redis',
    service: { url: running.url, key },
    allowed: [201],
    clear: () => query(url, 'DELETE FROM courses'),
    readNames: async () => (await query(url, 'SELECT name FROM courses')).map(({ name }) => name as string),
  }
  const results: AttackResult[] = []
  try {
    for (const fault of makeFaults({ redis, proxy })) results.push(await tryFault(fault, options))
  } finally {
    await running.stop()
    proxy.close()
    await redis.close()
    await database.remove()
  }
  return results
}
