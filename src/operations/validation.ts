import { z } from 'zod'
import { type InvalidField, makeInvalidRequestError } from '../platform/errors.ts'
import { languageTagPattern, maxLanguageTagChars } from '../platform/language-tag.ts'
import { type JsonSchema, withJsonSchema } from './json-schema.ts'
import { findMeaning, type ToleranceOptions } from './tolerances.ts'

/** Returns whether PostgreSQL and JSON can store a text unchanged: it is well-formed UTF-16 and contains no NUL. */
export const isStorableText = (value: string) => value.isWellFormed() && !value.includes('\0')

const storableText = z
  .string({ error: 'must be a string' })
  .refine(isStorableText, 'must not contain NUL or lone surrogates')
const tooLong = (max: number) => ({ error: () => `must have at most ${max.toLocaleString('en')} characters` })

/**
 * Returns the Zod schema of a text with at most `max` characters. Characters are code points, as in JSON Schema. White
 * space is not trimmed.
 */
export const makeTextSchema = (max: number) => storableText.max(max, tooLong(max))

/**
 * Maximum text lengths in responses, by Zod schema. Unlike the limits of requests, they count the white space around a
 * text.
 */
const responseLengths = z.registry<{ maxLength: number }>()

/** Returns the Zod schema of a text with 1 to `max` characters. White space around the text does not count. */
export function makeNonBlankTextSchema(max: number) {
  // The service also stores the white space around the text.
  // So the whole text has a second limit, in UTF-16 code units.
  const maxLength = 4 * max
  const rule = storableText
    .regex(/\S/, 'must not be empty')
    .refine((value) => value.length <= maxLength && [...value.trim()].length <= max, tooLong(max))
    .meta({ maxLength: max })
  return rule.register(responseLengths, { maxLength })
}

/** The maximum length of a name, in characters: of a course, module or lesson, or of an API key. */
export const maxNameChars = 255

/** The Zod schema of the name of a course, module or lesson, or of an API key. */
export const nameSchema = makeNonBlankTextSchema(maxNameChars)

/**
 * The Zod schema of a position among siblings. The maximum is below that of the PostgreSQL type `integer`, so the
 * service can add to positions without an overflow.
 */
export const positionSchema = z
  .int('must be a whole number')
  .min(0, 'must be 0 or more')
  .max(1_000_000_000, 'must be at most 1,000,000,000')

// The tolerances of a language apply here, and not where variables are coerced, so that they hold for GraphQL literals.
const makeLanguageTagSchema = (options: ToleranceOptions) =>
  z
    .unknown()
    .transform((sent, context): string | null => {
      const meaning = findMeaning('language', 'graphql', sent, options)
      if (meaning && 'value' in meaning) return meaning.value as string | null
      const message = meaning?.refusal ?? 'must be a BCP 47 language tag such as en or pt-BR'
      context.addIssue({ code: 'custom', message, input: sent })
      return z.NEVER
    })
    .meta({ type: 'string', maxLength: maxLanguageTagChars, pattern: languageTagPattern })

/** The Zod schema of a BCP 47 language tag. */
export const languageTagSchema = makeLanguageTagSchema({})

/** The Zod schema of a BCP 47 language tag. An empty text becomes null. */
export const clearableLanguageTagSchema = makeLanguageTagSchema({ isClearable: true })

function refuseNull(value: unknown, ctx: z.RefinementCtx): unknown {
  if (value === null)
    ctx.addIssue({ code: 'custom', message: 'must not be null; leave it out to keep it', input: value })
  return value
}

/** Returns the Zod schema of a field that a request may leave out but may not set to null. */
export const makeOptionalNotNullSchema = <T extends z.ZodType>(schema: T): z.ZodPreprocess<z.ZodOptional<T>> =>
  z.preprocess(refuseNull, schema.optional())

const listInvalidFields = ({ issues }: z.ZodError, parents: readonly string[] = []): InvalidField[] =>
  issues.map(({ path, message }) => ({ path: [...parents, ...path].join('.'), message }))

/**
 * Validates an input with a Zod schema and returns the parsed value.
 * @throws ApiError `invalid_request` that names the first 50 invalid fields
 */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw makeInvalidRequestError(listInvalidFields(result.error))
}

/**
 * Validates one argument. Make `schema` only once, because Zod compiles each new schema.
 * @throws ApiError `invalid_request` that names the argument
 */
export function parseArgument<T>(name: string, schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw makeInvalidRequestError(listInvalidFields(result.error, [name]))
}

const jsonSchemaOf = (rule: z.ZodType) => z.toJSONSchema(rule, { io: 'input', unrepresentable: 'any' })

/**
 * Returns the Pothos options that declare the limits of an argument or field. The limits come from the Zod schema that
 * validates the argument or field.
 */
export const makeFieldLimitOptionsFromZod = (rule: z.ZodType) => {
  const { $schema: _dialect, ...limits } = jsonSchemaOf(rule)
  return withJsonSchema(limits)
}

/**
 * Returns the JSON Schema keywords that limit a field in responses, such as `maxLength`.
 * @param rule the Zod schema that validates the field in requests
 */
export function makeResponseLimitsFromZod(rule: z.ZodType): JsonSchema {
  const { maxLength: requestLength, minimum, maximum, maxItems } = jsonSchemaOf(rule)
  const maxLength = responseLengths.get(rule)?.maxLength ?? requestLength
  return {
    ...(maxLength !== undefined && { maxLength }),
    ...(minimum !== undefined && { minimum, maximum }),
    ...(maxItems !== undefined && { maxItems }),
    ...(rule instanceof z.ZodArray && { items: makeResponseLimitsFromZod(rule.element as z.ZodType) }),
  }
}

/**
 * Returns the Pothos options that declare the limits and examples of an input type. The limits come from the Zod schema
 * that validates the input.
 */
export function makeInputTypeLimitOptionsFromZod<Rule extends z.ZodObject>(rule: Rule, ...examples: z.input<Rule>[]) {
  const { properties, required } = jsonSchemaOf(rule)
  return withJsonSchema({ properties, required, ...(examples.length > 0 && { examples }) })
}

const page = z.int('must be a whole number').min(1, 'must be 1 or more').max(1_000_000, 'must be at most 1,000,000')

/** The maximum number of records on a page. */
export const maxRecordsPerPage = 100

const perPage = z
  .int('must be a whole number')
  .min(1, 'must be between 1 and 100')
  .max(maxRecordsPerPage, 'must be between 1 and 100')

/** The Zod schema of the arguments `page` and `perPage` (section 8 of the REST specification). */
export const pagingSchema = z.object({ page: page.default(1), perPage: perPage.default(20) })
export type PagingArgs = z.infer<typeof pagingSchema>
