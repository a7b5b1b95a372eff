import { z } from 'zod'
import type { AiFieldValueRule } from '../courses/records/field.ts'
import type { CreateInputOfFields, FieldDefinitions, RecordDefinition } from '../courses/records/record.ts'
import type { JsonSchema } from '../operations/json-schema.ts'
import { removeHtmlTags } from './clean/plain.ts'

const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })

function schemaOf(rule: AiFieldValueRule): JsonSchema {
  const { about: description } = rule
  switch (rule.type) {
    case 'text':
      return { type: 'string', description }
    case 'integer':
      return nullable({ type: 'integer', minimum: rule.min, maximum: rule.max, description })
    case 'enum':
      return nullable({ type: 'string', enum: rule.values, description })
    case 'list':
      return { type: 'array', items: { type: 'string' }, maxItems: rule.maxItems, description }
  }
}

const words = (text: string, maxChars: number) => [...removeHtmlTags(text).trim()].slice(0, maxChars).join('')

/**
 * Makes the Zod rule for a field that the model writes. The rule shortens values that are too long. In an optional
 * field, it replaces an invalid number or name by null.
 */
function ruleOf(rule: AiFieldValueRule, isRequired: boolean): z.ZodType {
  switch (rule.type) {
    case 'text':
      return isRequired
        ? z
            .string()
            .min(1)
            .transform((text) => words(text, rule.maxChars) || 'Untitled')
        : z
            .string()
            .nullish()
            .transform((text) => (text ? words(text, rule.maxChars) || null : null))
    case 'integer':
      return z.int().min(rule.min).max(rule.max).nullish().default(null).catch(null)
    case 'enum':
      return z
        .enum(rule.values as [string, ...string[]])
        .nullish()
        .default(null)
        .catch(null)
    case 'list':
      return z
        .array(z.string())
        .catch([])
        .transform((all) => all.map((one) => words(one, rule.maxChars)).filter(Boolean))
        .transform((all) => all.slice(0, rule.maxItems))
  }
}

/** Calls `make` for each field that the model writes. Returns pairs of a field name and the result of `make`. */
function eachGeneratedField<Made>(
  { fields }: RecordDefinition,
  make: (rule: AiFieldValueRule, isRequired: boolean) => Made,
): [name: string, made: Made][] {
  return Object.entries(fields).flatMap(([name, { aiWrites, presence }]) =>
    aiWrites ? [[name, make(aiWrites, presence === 'required')]] : [],
  )
}

/** Returns the JSON Schemas of the fields that the model writes, in the form that strict structured output requires. */
export const makeGeneratedFieldSchemas = (record: RecordDefinition): JsonSchema =>
  Object.fromEntries(eachGeneratedField(record, schemaOf))

/** Returns the names of the fields that the model writes. */
export const listGeneratedFieldNames = (record: RecordDefinition) =>
  eachGeneratedField(record, () => null).map(([name]) => name)

type GeneratedFieldRules<F extends FieldDefinitions> = {
  [K in keyof CreateInputOfFields<F>]-?: z.ZodType<CreateInputOfFields<F>[K]>
}

/** Returns the Zod rules that convert the model's answer to the fields of a new course, module or lesson. */
export const makeGeneratedFieldRules = <F extends FieldDefinitions>(record: RecordDefinition<F>) =>
  Object.fromEntries(eachGeneratedField(record, ruleOf)) as GeneratedFieldRules<F>
