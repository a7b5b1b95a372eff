import type { Config } from '../../platform/config.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { makeLruCache } from '../../platform/lru-cache.ts'
import { getStorageQuota } from './quota.ts'
import { readStoredBytes } from './stored-bytes.ts'

/**
 * How long a reading of the database holds, beside what this process writes itself: a second if less than a tenth of the
 * quota is left, and longer if there is more room.
 */
const [readingHoldsMs, readingWithRoomHoldsMs] = [1000, 30_000]
const maxWorkspaces = 10_000

type Reading = {
  quota: number
  total: number
  readAt: number
  /** What this process may have written since the reading. */
  written: number
}

/**
 * Knows about how much room the workspaces have left, so that most writes need not ask the database. It adds what this
 * process writes to what the database said last.
 */
export type StorageGauge = ReturnType<typeof makeStorageGauge>

export function makeStorageGauge(sql: SqlRunner, config: Pick<Config, 'storageQuotas'>) {
  const readings = makeLruCache<Reading>(maxWorkspaces)
  /** What the running writes of a workspace may write. Their bytes can be missing in a reading. */
  const running = new Map<string, number>()
  const pending = new Map<string, Promise<Reading>>()

  const isCurrent = (reading: Reading | undefined) => {
    if (reading === undefined) return false
    const { quota, total, written, readAt } = reading
    const holdsMs = total + written < 0.9 * quota ? readingWithRoomHoldsMs : readingHoldsMs
    return Date.now() - readAt < holdsMs
  }

  async function readNow(workspaceId: string, runner = sql): Promise<Reading> {
    const readAt = Date.now()
    const written = running.get(workspaceId) ?? 0
    const { plan, total } = await readStoredBytes(runner, workspaceId)
    const reading = { quota: getStorageQuota(config, plan), total, readAt, written }
    readings.set(workspaceId, reading)
    return reading
  }

  /** Reads the database, once for all who ask at the same time. */
  function read(workspaceId: string): Promise<Reading> {
    const reading = pending.get(workspaceId) ?? readNow(workspaceId).finally(() => pending.delete(workspaceId))
    pending.set(workspaceId, reading)
    return reading
  }

  const hasRoom = ({ quota, total, written }: Reading, bytes: number) => total + written + bytes <= quota

  function reserve(workspaceId: string, reading: Reading, bytes: number): () => void {
    reading.written += bytes
    running.set(workspaceId, (running.get(workspaceId) ?? 0) + bytes)
    return () => {
      const left = running.get(workspaceId)! - bytes
      if (left > 0) running.set(workspaceId, left)
      else running.delete(workspaceId)
    }
  }

  return {
    /**
     * Returns whether the workspace stored more than its quota when the database was last asked. A `runner` that is in a
     * transaction asks for itself: the embedded database has one connection, which nobody else gets meanwhile.
     */
    async isOver(workspaceId: string, runner: SqlRunner): Promise<boolean> {
      const known = readings.get(workspaceId)
      const ask = () => (runner === sql ? read(workspaceId) : readNow(workspaceId, runner))
      const { quota, total } = isCurrent(known) ? known! : await ask()
      return total > quota
    },
    /**
     * Reserves room for a write, as far as is known without the database. Returns a function that must be called after
     * the write, or undefined if there may be no room.
     */
    reserveKnownRoom(workspaceId: string, bytes: number): (() => void) | undefined {
      const known = readings.get(workspaceId)
      if (known === undefined || !isCurrent(known) || !hasRoom(known, bytes)) return undefined
      return reserve(workspaceId, known, bytes)
    },
    /** Reserves room for a write, and asks the database if it must. */
    async reserveRoom(workspaceId: string, bytes: number): Promise<(() => void) | undefined> {
      const known = this.reserveKnownRoom(workspaceId, bytes)
      if (known) return known
      const reading = await read(workspaceId)
      return hasRoom(reading, bytes) ? reserve(workspaceId, reading, bytes) : undefined
    },
    /** Makes the next write of the workspace ask the database. */
    forget(workspaceId: string): void {
      readings.delete(workspaceId)
    },
  }
}
