import { join } from 'node:path'
import { createKey } from '../src/keys/create.ts'
import { openEmbeddedDatabase } from '../src/platform/db/embedded/embedded.ts'
import { ids } from './dataset.ts'
import { runLoad } from './load.ts'
import { headersOf } from './measure.ts'
import { startServer } from './process.ts'
import { service } from './servers.ts'

const courses = 200

/**
 * Measures the service on its embedded database: the time until it is ready, on a new folder and on a used one, and
 * reads of one course over REST.
 */
export async function measureEmbedded(scratch: string, seconds: number) {
  const folder = join(scratch, 'embedded')
  const env = { DATA_DIR: folder, RATE_LIMIT_ENTERPRISE: '10000000' }
  const start = () => startServer({ ...service, env, ready: '/health/ready', log: join(scratch, 'embedded.log') })
  const first = await start()
  await first.stop()
  const key = await fill(folder)
  const later = await start()
  const calls = Array.from({ length: courses }, (_, index) => ({
    method: 'GET',
    path: `/api/v1/courses/${ids.course(index + 1)}`,
  }))
  const headers = headersOf({ key, name: '', url: '', courses })
  const target = { url: later.url, headers, calls, connections: 8, seconds }
  await runLoad(target, join(scratch, 'calls.lua'))
  const { requests, seconds: took, p50, p99, failures } = await runLoad(target, join(scratch, 'calls.lua'))
  await later.stop()
  return { firstStartMs: first.startMs, laterStartMs: later.startMs, perSecond: requests / took, p50, p99, failures }
}

async function fill(folder: string): Promise<string> {
  const db = await openEmbeddedDatabase(folder)
  const workspaceId = ids.workspace
  await db.prisma.workspace.create({ data: { id: workspaceId, name: 'Bench', plan: 'enterprise' } })
  await db.prisma.course.createMany({
    data: Array.from({ length: courses }, (_, index) => ({
      id: ids.course(index + 1),
      workspaceId,
      name: `Course ${index + 1}`,
    })),
  })
  const { value } = await createKey(db.sql, 'cw', workspaceId, { name: 'bench' })
  await db.close()
  return value
}
