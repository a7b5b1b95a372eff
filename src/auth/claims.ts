// What the database's text columns cannot hold becomes a sign that says so, and never another word.
const stored = (text: string) => text.slice(0, 200).toWellFormed().replaceAll('\0', '\ufffd')

/** A claim that is text, as it can be written down; null where there is none. */
export const textOf = (claim: unknown) => (typeof claim === 'string' && claim.trim() !== '' ? stored(claim) : null)

/** The plan that a claim names; what is no text is no plan, whatever it would read as. */
export function planOf(claim: unknown): string {
  if (claim === undefined) return 'professional'
  return stored(typeof claim === 'string' ? claim : JSON.stringify(claim))
}

/** OpenID Connect Core 1.0, section 2: at most 255 characters. Two people must not become one by being written down. */
export const isSubject = (sub: unknown): sub is string =>
  typeof sub === 'string' && sub !== '' && sub.length <= 255 && !sub.includes('\0') && sub.isWellFormed()
