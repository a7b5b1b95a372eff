import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from '../../bench/process.ts'
import { service } from '../../bench/servers.ts'
import { startTcpProxy } from '../../test/support/tcp-proxy.ts'
import { type AttackResult, notRun } from './attack.ts'
import { makeTwoKeys } from './attacked-service.ts'
import { makeDatabaseFaults, makeFailover, makeFullDisk, mountSmallDisk } from './database-faults.ts'
import { tryFault } from './fault.ts'
import { makeDataFolder, postgresPrograms, query, startPrivatePostgres } from './private-postgres.ts'

/** Finding 4: PostgreSQL fails in every way, while 24 writers write. */
export async function attackDatabase(): Promise<AttackResult[]> {
  if (!postgresPrograms) return [notRun('PostgreSQL fails', 'no initdb was found (TEST_POSTGRES_BIN names its folder)')]
  const folder = await makeDataFolder()
  const unmount = mountSmallDisk(folder)
  const postgres = await startPrivatePostgres(folder)
  const proxy = await startTcpProxy(postgres.url)
  const { username } = new URL(postgres.url)
  const url = proxy.url.replace('//', `//${username}@`)
  const { attackerKey: key } = await makeTwoKeys({ DATABASE_URL: url })
  const running = await startServer({
    ...service,
    env: { DATABASE_URL: url, RATE_LIMIT_ENTERPRISE: '1000000', SHED_AFTER_MS: '0', LOG_LEVEL: 'error' },
    ready: '/health/ready',
    log: join(folder, 'service.log'),
  })
  const options = {
    server: 'PostgreSQL',
    service: { url: running.url, key },
    allowed: [201, 429, 503],
    clear: () => query(postgres.url, 'DELETE FROM courses'),
    readNames: async () => (await query(postgres.url, 'SELECT name FROM courses')).map(({ name }) => name as string),
  }
  const parts = { postgres, proxy, folder }
  const faults = [...makeDatabaseFaults(parts), ...(unmount ? [makeFullDisk(parts)] : []), makeFailover(parts)]
  const results: AttackResult[] = []
  try {
    for (const fault of faults) results.push(await tryFault(fault, options))
    if (!unmount) results.push(notRun('PostgreSQL: its disk full', 'this user may not mount a file system'))
  } finally {
    await running.stop()
    proxy.close()
    await postgres.stop('SIGKILL')
    unmount?.()
    await rm(folder, { recursive: true, force: true })
  }
  return results
}
