import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { redisSilenceTimeoutMs, type SharedRedis } from './connection.ts'

/** Publishes messages to all processes of the service. `live` returns whether this process can receive messages now. */
export type Broadcast = {
  live(): boolean
  publish(message: string): Promise<void>
  listen(handler: (message: string) => void): void
  close(): void
}

/**
 * Makes a `Broadcast` without Redis, which sends nothing. If there is only one process, `live` is true, because no
 * message can be missed.
 */
export const makeNoopBroadcast = (isOnlyProcess: boolean): Broadcast => ({
  live: () => isOnlyProcess,
  publish: async () => {},
  listen: () => {},
  close: () => {},
})

const channel = 'coursewright:broadcast'
const heartbeatMs = 500
/** If Redis does not reply for this many milliseconds, the subscription counts as broken. */
const replyLimitMs = 1500
/**
 * The maximum number of messages that wait for Redis. Above this number, the message `*` (anything may have changed)
 * replaces them.
 */
const maxUnsent = 1000
const anythingChanged = '*'

/** Subscribes to the messages of all processes. `onGap` is called when this process may have missed messages. */
function makeReceiver(url: string, log: Logger, onGap: () => void) {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    autoResubscribe: false,
    socketTimeout: redisSilenceTimeoutMs,
  })
  let isSubscribed = false
  let answeredAt = 0

  async function ping(): Promise<void> {
    if (!isSubscribed) return
    const sentAt = performance.now()
    await redis.ping()
    answeredAt = sentAt
  }

  redis.on('error', () => {})
  redis.on('close', () => {
    isSubscribed = false
    onGap()
  })
  redis.on('ready', () => {
    redis.subscribe(channel).then(
      () => {
        onGap()
        isSubscribed = true
        void ping().catch(() => {})
      },
      (error: Error) => log.warn({ error: error.message }, 'cannot subscribe to broadcasts'),
    )
  })
  const heartbeat = setInterval(() => void ping().catch(() => {}), heartbeatMs).unref()
  return {
    live: () => isSubscribed && performance.now() - answeredAt < replyLimitMs,
    listen: (handler: (message: string) => void) => {
      redis.on('message', (_channel, message) => (message === anythingChanged ? onGap() : handler(message)))
    },
    close: () => {
      clearInterval(heartbeat)
      redis.disconnect()
    },
  }
}

/**
 * Makes a `Broadcast` over Redis. If Redis is down, `publish` waits until every process has noticed the outage and
 * stopped using its caches.
 */
export function makeRedisBroadcast(url: string, { client }: SharedRedis, log: Logger, onGap: () => void): Broadcast {
  const { live, listen, close } = makeReceiver(url, log, onGap)
  const unsent = new Set<string>()

  async function send(message: string): Promise<boolean> {
    try {
      await client.publish(channel, message)
      return unsent.delete(message)
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'a broadcast waits for redis')
      return false
    }
  }

  function addUnsent(message: string): void {
    if (unsent.size >= maxUnsent) {
      unsent.clear()
      unsent.add(anythingChanged)
    }
    unsent.add(message)
  }

  async function publish(message: string): Promise<void> {
    addUnsent(message)
    if (!(await send(message))) await wait(replyLimitMs, undefined, { ref: false })
  }

  function sendUnsent(): void {
    if (client.status === 'ready') for (const message of unsent) void send(message)
  }
  client.on('ready', sendUnsent)
  const resend = setInterval(sendUnsent, heartbeatMs).unref()
  return {
    live,
    publish,
    listen,
    close: () => {
      clearInterval(resend)
      close()
    },
  }
}

/**
 * Sends one message to every process of the service, from a program that is not part of the service.
 * @throws Error if Redis does not answer
 */
export async function publishSingleBroadcast(url: string, message: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: redisSilenceTimeoutMs,
    commandTimeout: redisSilenceTimeoutMs,
    retryStrategy: () => null,
  })
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
