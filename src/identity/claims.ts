import { replaceControlCharacters } from '../platform/control-characters.ts'

/** The maximum length of a person's name, e-mail address or plan from a token. Longer claims are shortened. */
export const maxTokenClaimChars = 200

/** Shortens a text, and replaces characters that PostgreSQL cannot store (NUL and lone surrogates) with U+FFFD. */
const storable = (text: string) => text.slice(0, maxTokenClaimChars).toWellFormed().replaceAll('\0', '\ufffd')

/**
 * Returns the text of a token claim, in a form that PostgreSQL can store and a terminal can print. Returns null if the
 * claim is missing, blank or not text.
 */
export const readTextClaim = (claim: unknown) =>
  typeof claim === 'string' && claim.trim() !== '' ? replaceControlCharacters(storable(claim)) : null

/** Returns the plan in a token claim. A claim that is not text becomes an unknown plan, which gives no API access. */
export function readPlanClaim(claim: unknown): string {
  if (claim === undefined) return 'professional'
  return storable(typeof claim === 'string' ? claim : JSON.stringify(claim))
}

/**
 * Returns whether a `sub` claim has 1 to 255 characters (OpenID Connect Core 1.0, section 2) and can be stored
 * unchanged. A changed claim could match another person.
 */
export const isValidSubject = (sub: unknown): sub is string =>
  typeof sub === 'string' && sub !== '' && sub.length <= 255 && !sub.includes('\0') && sub.isWellFormed()
