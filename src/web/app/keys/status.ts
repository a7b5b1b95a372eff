import type { KeyFactsFragment } from '../generated/operations.ts'

export type Key = KeyFactsFragment

/** How a key stands. */
export type KeyStatus = 'active' | 'expiring' | 'expired' | 'revoked'

const dayMs = 86_400_000
const soonMs = 14 * dayMs
/** Keys are replaced every 90 days: specification, section 5 (8). */
const oldDays = 90

export function statusOf({ revokedAt, expiresAt }: Key, now = Date.now()): KeyStatus {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt === null) return 'active'
  const left = Date.parse(expiresAt) - now
  if (left <= 0) return 'expired'
  return left < soonMs ? 'expiring' : 'active'
}

export const isLive = (key: Key) => !['revoked', 'expired'].includes(statusOf(key))

/** Whether a key has been in use for longer than is good for it. */
export const isOld = (key: Key, now = Date.now()) => isLive(key) && now - Date.parse(key.createdAt) > oldDays * dayMs

const sameScopes = (one: Key, other: Key) => one.scopes.toSorted().join() === other.scopes.toSorted().join()

/** The live key that was made later with the same name and scopes: what a rotation leaves until the old one is revoked. */
export const successorOf = (key: Key, keys: readonly Key[]) =>
  keys.find(
    (other) =>
      other.keyId !== key.keyId &&
      isLive(other) &&
      other.name === key.name &&
      sameScopes(other, key) &&
      other.createdAt > key.createdAt,
  )
