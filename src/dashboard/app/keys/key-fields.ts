export const maxKeyNameChars = 255

/** The messages for the fields of an API key that the user must correct. */
export type KeyErrors = { name?: string; scopes?: string; date?: string }

/** Finds what the user must correct in the name and the scopes of an API key. */
export const validateKeyFields = ({ name, scopes }: { name: string; scopes: readonly string[] }): KeyErrors => ({
  name: name.trim() ? undefined : 'Enter a name that says what uses the key.',
  scopes: scopes.length > 0 ? undefined : 'Select at least one scope.',
})
