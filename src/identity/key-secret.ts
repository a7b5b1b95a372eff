import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/**
 * The lengths of the parts of an API key `<prefix>_<environment>_<secret>`. The prefix and the environment may be
 * shorter.
 */
const maxPrefixChars = 16
export const maxKeyEnvironmentChars = 10
const secretChars = 32
export const maxApiKeyChars = maxPrefixChars + maxKeyEnvironmentChars + secretChars + 2

const secretFormat = /^[a-z][a-z0-9]{0,15}_[a-z]{1,10}_[0-9A-Za-z]{32}$/

/**
 * Returns the CRC32 of `body` as six base62 characters. Six characters are enough for every CRC32, because 62⁶ > 2³².
 */
function checksum(body: string): string {
  let remainder = crc32(body)
  let digits = ''
  for (let index = 0; index < 6; index++) {
    digits = alphabet[remainder % 62] + digits
    remainder = Math.floor(remainder / 62)
  }
  return digits
}

/** The number of characters of the secret that the service shows, so that people can tell their keys apart. */
const shownSecretChars = 4
export const maxApiKeyStartChars = maxPrefixChars + maxKeyEnvironmentChars + shownSecretChars + 2

/** Returns the SHA-256 hash of a credential. For API keys, the database stores only this hash. */
export const hashSecret = (value: string) => hash('sha256', value, 'buffer')

/**
 * Returns the SHA-256 hash of a credential as text, for use as a cache key. This function is four times as fast as
 * `hashSecret`, which returns a Buffer.
 */
export const hashCredentialForCache = (value: string) => hash('sha256', value, 'base64')

/**
 * Generates an API key `<prefix>_<environment>_<secret>` (REST specification, section 5). The secret has 154 random
 * bits and a checksum.
 */
export function generateApiKey(prefix: string, environment = 'prod') {
  const random = Array.from({ length: 26 }, () => alphabet[randomInt(62)]).join('')
  const body = `${prefix}_${environment}_${random}`
  const value = body + checksum(body)
  return {
    value,
    environment,
    hash: hashSecret(value),
    start: value.slice(0, prefix.length + environment.length + 2 + shownSecretChars),
  }
}

/**
 * Returns whether a value has the format and the checksum of an API key. With this check, the service refuses mistyped
 * keys without a database query.
 */
export const isWellFormedApiKey = (value: string) =>
  secretFormat.test(value) && checksum(value.slice(0, -6)) === value.slice(-6)
