import { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** A connection that fails at once when Redis is away, so that its users can go on without it. */
export function openRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 1000,
    connectTimeout: 2000,
  })
  redis.on('error', (error: Error) => log.warn({ error: error.message }, 'redis is away'))
  return redis
}

/** Messages to every process of the service; `live` tells whether this process hears the others. */
export type Broadcast = {
  live(): boolean
  publish(message: string): Promise<void>
  listen(handler: (message: string) => void): void
  close(): Promise<void>
}

/** Where one process is all there is, and where none can be told: nobody else to speak to. */
export const noBroadcast = (alone: boolean): Broadcast => ({
  live: () => alone,
  publish: async () => {},
  listen: () => {},
  close: async () => {},
})

const channel = 'coursewright:broadcast'

/** Redis publish/subscribe. `onGap` runs when messages may have been missed. */
export function redisBroadcast(url: string, log: Logger, onGap: () => void): Broadcast {
  const sender = openRedis(url, log)
  const receiver = new Redis(url, { maxRetriesPerRequest: null })
  let live = false
  receiver.on('error', () => {})
  receiver.on('close', () => {
    live = false
    onGap()
  })
  receiver.on('ready', () => {
    receiver.subscribe(channel).then(
      () => {
        onGap()
        live = true
      },
      (error: Error) => log.warn({ error: error.message }, 'cannot listen to broadcasts'),
    )
  })
  return {
    live: () => live,
    publish: async (message) => {
      await sender
        .publish(channel, message)
        .catch((error: Error) => log.warn({ error: error.message }, 'a broadcast was lost'))
    },
    listen: (handler) => {
      receiver.on('message', (_channel, message) => handler(message))
    },
    close: async () => {
      sender.disconnect()
      receiver.disconnect()
    },
  }
}

/**
 * One message to every process of the service, from a process that is none of them.
 * @throws where Redis does not answer
 */
export async function announce(url: string, message: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: 2000, retryStrategy: () => null })
  let cause: Error | undefined
  redis.on('error', (error: Error) => {
    cause = error
  })
  try {
    await redis.connect()
    await redis.publish(channel, message)
  } catch (error) {
    throw cause ?? error
  } finally {
    redis.disconnect()
  }
}
