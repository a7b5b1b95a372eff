import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { type Shared, silenceMs } from './redis.ts'

/** Messages to every process of the service; `live` tells whether this process hears the others. */
export type Broadcast = {
  live(): boolean
  publish(message: string): Promise<void>
  listen(handler: (message: string) => void): void
  close(): void
}

/** Where one process is all there is, and where none can be told: nobody else to speak to. */
export const noBroadcast = (alone: boolean): Broadcast => ({
  live: () => alone,
  publish: async () => {},
  listen: () => {},
  close: () => {},
})

const channel = 'coursewright:broadcast'
const beatMs = 500
/** A connection can die without a word. Who was not answered for so long does not trust that they hear. */
const trustMs = 1500

/** The end that hears. `onGap` runs when messages may have been missed. */
function makeReceiver(url: string, log: Logger, onGap: () => void) {
  const redis = new Redis(url, { maxRetriesPerRequest: null, autoResubscribe: false, socketTimeout: silenceMs })
  let subscribed = false
  let answeredAt = 0

  async function beat(): Promise<void> {
    if (!subscribed) return
    const askedAt = performance.now()
    await redis.ping()
    answeredAt = askedAt
  }

  redis.on('error', () => {})
  redis.on('close', () => {
    subscribed = false
    onGap()
  })
  redis.on('ready', () => {
    redis.subscribe(channel).then(
      () => {
        onGap()
        subscribed = true
        void beat().catch(() => {})
      },
      (error: Error) => log.warn({ error: error.message }, 'cannot listen to broadcasts'),
    )
  })
  const beating = setInterval(() => void beat().catch(() => {}), beatMs).unref()
  return {
    live: () => subscribed && performance.now() - answeredAt < trustMs,
    listen: (handler: (message: string) => void) => {
      redis.on('message', (_channel, message) => handler(message))
    },
    close: () => {
      clearInterval(beating)
      redis.disconnect()
    },
  }
}

/** Redis publish/subscribe. What cannot be sent is sent as soon as Redis is back: a message says nothing twice. */
export function redisBroadcast(url: string, { client }: Shared, log: Logger, onGap: () => void): Broadcast {
  const { live, listen, close } = makeReceiver(url, log, onGap)
  const unsent = new Set<string>()

  async function publish(message: string): Promise<void> {
    unsent.add(message)
    try {
      await client.publish(channel, message)
      unsent.delete(message)
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'a broadcast waits for redis')
    }
  }

  client.on('ready', () => {
    for (const message of unsent) void publish(message)
  })
  return { live, publish, listen, close }
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
