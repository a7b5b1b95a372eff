import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** The Redis connection that all requests share. */
export type SharedRedis = {
  client: Redis
  /**
   * Returns whether Redis accepts writes. After a failed command, the result is false until Redis accepts writes again.
   */
  isAvailable(): boolean
  /** Records that a Redis command has failed. */
  onFailure(error: unknown): void
  close(): void
}

const retryMs = 500
const connectTimeoutMs = 2000

/** A command fails if Redis does not answer within this many milliseconds. */
const commandTimeoutMs = 1000
/** If Redis sends nothing for this many milliseconds while commands wait, the connection is closed and opened again. */
export const redisSilenceTimeoutMs = 2000

/**
 * Opens a Redis connection. Waits for Redis at most 2 seconds, and then returns the connection even during an outage.
 */
export async function openRedis(url: string, log: Logger): Promise<SharedRedis> {
  const client = new Redis(url, {
    // While there is no connection to Redis, every command fails immediately.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 1,
    commandTimeout: commandTimeoutMs,
    connectTimeout: connectTimeoutMs,
    socketTimeout: redisSilenceTimeoutMs,
    // After a failover, the connected server may be a read-only replica. So the error `READONLY` causes a reconnect.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  })
  let isUnreachable = false

  /**
   * Returns whether Redis accepts writes, by writing a key. A replica, or a server without free memory, answers reads
   * but refuses writes.
   */
  const canWrite = () => client.set('coursewright:alive', '1', 'PX', retryMs).catch(() => false)

  async function waitForRedis(): Promise<void> {
    while (isUnreachable && client.status !== 'end') {
      await wait(retryMs, undefined, { ref: false })
      if (await canWrite()) onReachable()
    }
  }

  function onFailure(error: unknown): void {
    if (isUnreachable) return
    isUnreachable = true
    log.warn(
      { error: error instanceof Error ? error.message : error },
      'Redis is unreachable; rate limits are counted in memory',
    )
    void waitForRedis()
  }

  function onReachable(): void {
    if (!isUnreachable) return
    isUnreachable = false
    log.info('Redis is reachable again')
  }

  client.on('error', onFailure)
  client.on('ready', () => void canWrite().then((isReachable) => isReachable && onReachable()))
  await once(client, 'ready', { signal: AbortSignal.timeout(connectTimeoutMs) }).catch(onFailure)
  return { client, isAvailable: () => !isUnreachable, onFailure, close: () => client.disconnect() }
}
