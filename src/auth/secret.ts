import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const format = /^[a-z][a-z0-9]*_[a-z]+_[0-9A-Za-z]{32}$/

/** Base62 of the CRC32 of `body`, six characters: 62⁶ > 2³². */
function checksum(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let place = 0; place < 6; place++) {
    digits = alphabet[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** SHA-256 of a key's value: all that is kept of it. */
export const hashSecret = (value: string) => hash('sha256', value, 'buffer')

/**
 * Makes an API key `<prefix>_<environment>_<32 characters>` (specification, section 5): 26 random base62 characters
 * (154 bits) and a checksum of all that precedes.
 */
export function makeSecret(prefix: string, environment = 'prod') {
  const random = Array.from({ length: 26 }, () => alphabet[randomInt(62)]).join('')
  const body = `${prefix}_${environment}_${random}`
  const value = body + checksum(body)
  return { value, environment, hash: hashSecret(value), start: value.slice(0, prefix.length + environment.length + 6) }
}

/** Whether a value can be a key at all: a mistyped or invented one is refused without a look-up. */
export const isSecret = (value: string) => format.test(value) && checksum(value.slice(0, -6)) === value.slice(-6)
