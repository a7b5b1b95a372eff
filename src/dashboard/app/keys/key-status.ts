import type { KeyFactsFragment } from '../generated/operations.ts'

export type ApiKey = KeyFactsFragment

export type KeyStatus = 'active' | 'expiring' | 'expired' | 'revoked'

const dayMs = 86_400_000
const expiringMs = 14 * dayMs
/** The age at which a user should rotate an API key (REST specification, section 5, rule 8). */
const rotationMs = 90 * dayMs

export function getKeyStatus({ revokedAt, expiresAt }: ApiKey, now = Date.now()): KeyStatus {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt === null) return 'active'
  const remainingMs = Date.parse(expiresAt) - now
  if (remainingMs <= 0) return 'expired'
  return remainingMs < expiringMs ? 'expiring' : 'active'
}

export const isUsableKey = (key: ApiKey) => !['revoked', 'expired'].includes(getKeyStatus(key))

export const isRotationDue = (key: ApiKey, now = Date.now()) =>
  isUsableKey(key) && now - Date.parse(key.createdAt) > rotationMs

/** Returns the API key that replaces a rotated key. */
export const findReplacementKey = ({ replacedBy }: ApiKey, keys: readonly ApiKey[]) =>
  keys.find(({ keyId }) => keyId === replacedBy)
