import { type GraphQLInputType, isInputObjectType } from 'graphql'
import { isInputFieldWithoutEffect } from './field-options.ts'

/** Hints for unknown fields that clients often send, by field name. A hint says what to use instead. */
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
 * Returns the message for an unknown field of an input type. A hint for the field takes precedence over the list of
 * known fields.
 */
export function formatUnknownFieldMessage(type: GraphQLInputType, name: string, listsFields: boolean): string {
  const unknown = 'is not a known field'
  if (!isInputObjectType(type)) return unknown
  const hints = (type.extensions.fieldHints ?? {}) as FieldHints
  if (Object.hasOwn(hints, name)) return `${unknown}; ${hints[name]}`
  const fields = Object.values(type.getFields()).filter((field) => !isInputFieldWithoutEffect(field))
  return listsFields ? `${unknown}; known are ${fields.map((field) => field.name).join(', ')}` : unknown
}
