import { type GraphQLEnumType, type GraphQLInputType, isInputObjectType } from 'graphql'
import { isInputFieldWithoutEffect } from './field-options.ts'
import { findLikelyName } from './likely-name.ts'

/** What to use instead of a field or value that clients often send, by its name. */
type Hints = Readonly<Record<string, string>>

/** Adds hints to the options of an input type. A hint tells clients what to use instead of an unknown field. */
export const withUnknownFieldHints = <Options extends { extensions: object }>(options: Options, fieldHints: Hints) => ({
  ...options,
  extensions: { ...options.extensions, fieldHints },
})

/** The options of an enum type. Each hint is the value to use instead of a value that clients often send. */
export const makeEnumHintOptions = (valueHints: Hints) => ({ extensions: { valueHints } })

const findHint = (hints: unknown, name: unknown): string | undefined =>
  typeof name === 'string' && Object.hasOwn(hints ?? {}, name) ? (hints as Hints)[name] : undefined

/** Returns the end of the message for a value that an enum does not have. It names the value to use instead, if any. */
export function formatNameHint({ extensions: { valueHints } }: GraphQLEnumType, value: unknown): string {
  const hint = findHint(valueHints, typeof value === 'string' ? value.trim().toLowerCase() : value)
  return hint === undefined ? '' : `; for ${value}, use ${hint}`
}

/** Returns the end of the message for an unknown name. It names the known name that the client probably means, if any. */
export function formatLikelyName(name: string, known: readonly string[]): string {
  const likely = findLikelyName(name, known)
  return likely === undefined ? '' : `; did you mean ${likely}?`
}

/**
 * Returns the message for an unknown field of an input type. A hint for the field takes precedence over the list of
 * known fields.
 */
export function formatUnknownFieldMessage(type: GraphQLInputType, name: string, listsFields: boolean): string {
  const unknown = 'is not a known field'
  if (!isInputObjectType(type)) return unknown
  const hint = findHint(type.extensions.fieldHints, name)
  if (hint !== undefined) return `${unknown}; ${hint}`
  const fields = Object.values(type.getFields()).filter((field) => !isInputFieldWithoutEffect(field))
  const known = fields.map((field) => field.name)
  return `${unknown}${listsFields ? `; known are ${known.join(', ')}` : ''}${formatLikelyName(name, known)}`
}
