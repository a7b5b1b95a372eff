import { type GraphQLInputType, isInputObjectType } from 'graphql'
import { isInputFieldWithoutEffect } from './field-options.ts'

/**
 * Hints for fields that an input type does not have, but that clients often expect. The keys are the names of the
 * fields. A hint is a sentence that says what to use instead.
 */
type FieldHints = Readonly<Record<string, string>>

/** Adds hints to the options of an input type. A hint tells clients what to use instead of an unknown field. */
export const withUnknownFieldHints = <Options extends { extensions: object }>(
  options: Options,
  fieldHints: FieldHints,
) => ({
  ...options,
  extensions: { ...options.extensions, fieldHints },
})

/**
 * Returns the error message for an unknown field of an input type. If the type has a hint for the field, the message
 * contains the hint. If the type has no hint and `listsFields` is true, the message lists the known fields.
 */
export function formatUnknownFieldMessage(type: GraphQLInputType, name: string, listsFields: boolean): string {
  const unknown = 'is not a known field'
  if (!isInputObjectType(type)) return unknown
  const hints = (type.extensions.fieldHints ?? {}) as FieldHints
  if (Object.hasOwn(hints, name)) return `${unknown}; ${hints[name]}`
  const fields = Object.values(type.getFields()).filter((field) => !isInputFieldWithoutEffect(field))
  return listsFields ? `${unknown}; known are ${fields.map((field) => field.name).join(', ')}` : unknown
}
