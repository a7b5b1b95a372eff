import { createHash, randomBytes } from 'node:crypto'

const uuidToBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const bytesToUuid = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/**
 * Returns a random token for a preview link. The token contains the workspace id, because a reader of a preview sends
 * no API key.
 */
export const makePreviewToken = (workspaceId: string, linkId: string) =>
  Buffer.concat([uuidToBytes(workspaceId), uuidToBytes(linkId), randomBytes(32)]).toString('base64url')

/** Returns the hash of a token. The database stores only this hash. */
export const hashPreviewToken = (token: string) => createHash('sha256').update(token).digest()

const tokenPattern = /^[\w-]{86}$/

/** Returns the ids that a token contains. Returns undefined for a text that is no token. */
export function parsePreviewToken(token: string): { workspaceId: string; linkId: string } | undefined {
  if (!tokenPattern.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  return { workspaceId: bytesToUuid(bytes.subarray(0, 16)), linkId: bytesToUuid(bytes.subarray(16, 32)) }
}
