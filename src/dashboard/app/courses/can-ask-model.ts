import type { ViewerQuery } from '../generated/operations.ts'

/** Returns whether there is a language model that this person may ask, with these further scopes. */
export const canAskModel = ({ languageModel, scopes }: ViewerQuery['viewer'], ...further: string[]): boolean =>
  languageModel !== null && ['ai:generate', ...further].every((scope) => scopes.includes(scope))
