/** The bytes of a larger file would take too much memory at once. */
const maxHashedBytes = 300_000_000

/** Returns the SHA-256 of a file in hexadecimal. Returns undefined for a very large file, and on a page without HTTPS. */
export async function computeSha256(file: Blob): Promise<string | undefined> {
  if (file.size > maxHashedBytes || !globalThis.crypto?.subtle) return undefined
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
