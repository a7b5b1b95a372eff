import type { SharedRedis } from '../redis/connection.ts'

/**
 * A Redis script that stores the position (LSN) of a workspace's last write, but never replaces a later position.
 * Processes may send their positions in the wrong order.
 */
const storeLaterScript = `
local function padded(lsn)
  local high, low = string.match(lsn, '^(%x+)/(%x+)$')
  return string.rep('0', 8 - #high) .. high .. string.rep('0', 8 - #low) .. low
end
local stored = redis.call('GET', KEYS[1])
if stored and padded(stored) > padded(ARGV[1]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
else
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
`

const keyOf = (workspaceId: string) => `coursewright:written:${workspaceId}`

/**
 * Makes an object that stores the position (LSN) of each workspace's last write in Redis, where all processes read it.
 * Redis keeps a position for `rememberedMs`.
 */
export function makeSharedWritePositionStore(redis: SharedRedis, rememberedMs: number) {
  return {
    async store(workspaceId: string, lsn: string): Promise<void> {
      if (!redis.isAvailable()) return
      await redis.client.eval(storeLaterScript, 1, keyOf(workspaceId), lsn, rememberedMs).catch(redis.onFailure)
    },
    /**
     * Returns the position of the workspace's last write. Returns null if no position is stored, or undefined if Redis
     * does not answer.
     */
    async read(workspaceId: string): Promise<string | null | undefined> {
      if (!redis.isAvailable()) return undefined
      return (await redis.client.get(keyOf(workspaceId)).catch(redis.onFailure)) as string | null | undefined
    },
  }
}
