/** The maximum length of a claim that the service stores, such as a person's name. Longer claims are shortened. */
export const maxClaimChars = 200

// PostgreSQL cannot store NUL characters and lone surrogates. Each such character is replaced by U+FFFD.
const storable = (text: string) => text.slice(0, maxClaimChars).toWellFormed().replaceAll('\0', '\ufffd')

/**
 * Returns the text of a token claim, in a form that PostgreSQL can store. Returns null if the claim is missing, blank
 * or not text.
 */
export const readTextClaim = (claim: unknown) =>
  typeof claim === 'string' && claim.trim() !== '' ? storable(claim) : null

/**
 * Returns the plan in a token claim. A missing claim means `professional`. A claim that is not text is converted to
 * JSON, which is never the name of a plan.
 */
export function readPlanClaim(claim: unknown): string {
  if (claim === undefined) return 'professional'
  return storable(typeof claim === 'string' ? claim : JSON.stringify(claim))
}

/**
 * Returns whether a `sub` claim has 1 to 255 characters (OpenID Connect Core 1.0, section 2) and PostgreSQL can store
 * it unchanged. With a changed `sub`, two people could share one account.
 */
export const isValidSubject = (sub: unknown): sub is string =>
  typeof sub === 'string' && sub !== '' && sub.length <= 255 && !sub.includes('\0') && sub.isWellFormed()
