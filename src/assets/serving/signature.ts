import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long a signed address works at most, in seconds. */
export const signedSeconds = 3600
/** Addresses that are made within this time are equal, so that browsers keep the files. */
const equalSeconds = 300

/** Returns when an address that is made now expires, in seconds since 1970. */
export const chooseExpiry = (now = Date.now()) => Math.floor(now / 1000 / equalSeconds) * equalSeconds + signedSeconds

/** Signs the parts of an address with the secret of the workspace. */
export const sign = (secret: string, ...parts: readonly (string | number)[]): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['asset', ...parts]))
    .digest('base64url')

/** Returns whether a signature is that of these parts, and has not expired. */
export function isSigned(
  secret: string,
  { signature, expires }: { signature: string | null; expires: string | null },
  ...parts: readonly (string | number)[]
): boolean {
  if (signature === null || expires === null || !/^\d{1,12}$/.test(expires)) return false
  if (Number(expires) * 1000 < Date.now()) return false
  const expected = Buffer.from(sign(secret, ...parts, Number(expires)))
  const sent = Buffer.from(signature)
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}
