import { makeLruCache } from '../platform/lru-cache.ts'

type Options = {
  /** The maximum number of cached credentials. The least recently used credential is removed first. */
  maxEntries: number
  /** A cached caller is used for at most this many milliseconds. Then the credential is checked again. */
  maxAgeMs: number
  /**
   * Returns whether this process receives the broadcasts about revoked credentials. If it receives no broadcasts, the
   * cache is not used.
   */
  mayUseMemory(): boolean
}

type Entry<Holder> = { caller: Holder; trustedUntil: number }

/** Makes a cache of the callers to whom credentials belong. The keys are the SHA-256 hashes of the credentials. */
export function makeCredentialCache<Holder extends { workspaceId: string }>({
  maxEntries,
  maxAgeMs,
  mayUseMemory,
}: Options) {
  const entries = makeLruCache<Entry<Holder>>(maxEntries)
  let invalidations = 0
  // If the clock has been set back, `trustedUntil` is too far in the future. The entry then counts as expired.
  const isTrusted = ({ trustedUntil }: Entry<Holder>, now: number) =>
    trustedUntil > now && trustedUntil <= now + maxAgeMs

  return {
    /**
     * Returns the cached caller of a credential. Returns undefined if the cache has no caller, or if the caller may be
     * out of date.
     */
    get(hash: string): Holder | undefined {
      const entry = entries.get(hash)
      return entry && isTrusted(entry, Date.now()) && mayUseMemory() ? entry.caller : undefined
    },
    /** Returns whether the last check found the credential valid, even if the credential must be checked again. */
    has: (hash: string): boolean => entries.has(hash),
    /** Returns the workspace id of a credential that was valid at its last check. */
    workspaceOf: (hash: string): string | undefined => entries.peek(hash)?.caller.workspaceId,
    /**
     * Call this function before you look up a credential. The returned function stores the result of the lookup. If
     * `invalidate` has run between the two calls, the result is stored as expired.
     */
    startLookup() {
      const before = invalidations
      return (hash: string, holder: Holder, notAfter = Number.POSITIVE_INFINITY): void => {
        const isCurrent = invalidations === before && mayUseMemory()
        entries.set(hash, { caller: holder, trustedUntil: isCurrent ? Math.min(Date.now() + maxAgeMs, notAfter) : 0 })
      }
    },
    /** Removes a credential that is no longer valid from the cache. */
    delete: (hash: string): void => void entries.delete(hash),
    /** Marks the cached credentials of a workspace as expired. Without `workspaceId`, marks all cached credentials. */
    invalidate(workspaceId?: string): void {
      invalidations++
      for (const entry of entries.values())
        if (workspaceId === undefined || entry.caller.workspaceId === workspaceId) entry.trustedUntil = 0
    },
    size: () => entries.size,
  }
}
