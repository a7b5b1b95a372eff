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

/**
 * Returns the name of the plan in a token claim. If the claim is missing, the plan is `professional`. If the claim is
 * not text, its JSON text becomes the name. No plan has such a name, so the workspace gets no API access.
 */
export function readPlanClaim(claim: unknown): string {
  if (claim === undefined) return 'professional'
  return storable(typeof claim === 'string' ? claim : JSON.stringify(claim))
}

/**
 * Returns whether a `sub` claim has 1 to 255 characters (OpenID Connect Core 1.0, section 2), and PostgreSQL can store
 * the claim unchanged. If the service had to change the claim, two people could get the same account.
 */
export const isValidSubject = (sub: unknown): sub is string =>
  typeof sub === 'string' && sub !== '' && sub.length <= 255 && !sub.includes('\0') && sub.isWellFormed()
