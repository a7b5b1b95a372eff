import { z } from 'zod'
import { type FieldProblem, invalid } from './errors.ts'
import { shaped } from './shapes.ts'

/** Text that PostgreSQL and JSON can hold to the letter: well-formed UTF-16 without NUL. */
export const isKeepable = (value: string) => value.isWellFormed() && !value.includes('\0')

const keepable = z.string({ error: 'must be a string' }).refine(isKeepable, 'must not contain NUL or lone surrogates')
const tooLong = (max: number) => ({ error: () => `must have at most ${max.toLocaleString('en')} characters` })

/** Text of at most `max` characters (code points, as JSON Schema counts them), kept to the letter. */
export const text = (max: number) => keepable.max(max, tooLong(max))

/** A name: 1 to `max` characters without the white space around it, which is kept where there is no more of it. */
export const nameOf = (max: number) =>
  keepable
    .regex(/\S/, 'must not be empty')
    .refine((value) => value.length <= 4 * max && [...value.trim()].length <= max, tooLong(max))
    .meta({ maxLength: max })

export const name = nameOf(200)
export const description = text(10_000)
/** A position among siblings. The bound leaves room for moving up within PostgreSQL's integer. */
export const order = z
  .int('must be a whole number')
  .min(0, 'must be 0 or more')
  .max(1_000_000_000, 'must be at most 1,000,000,000')

/**
 * A well-formed language tag: RFC 5646, section 2.2.9. A language has two or three letters: longer ones are reserved and
 * none was ever registered, so that a word such as `english` is no tag.
 */
function isLanguageTag(value: string): boolean {
  try {
    return new Intl.Locale(value).language.length <= 3
  } catch {
    return false
  }
}

/** A language tag, BCP 47. */
export const language = z
  .string()
  .max(35, 'must be a BCP 47 language tag such as en or pt-BR')
  .refine(isLanguageTag, 'must be a BCP 47 language tag such as en or pt-BR')

// `z.preprocess` gives each value an `addIssue` of its own, which would live on in V8's old generation with the value.
const notNull = new z.core.$ZodTransform({
  type: 'transform',
  transform: (value, { issues }) => {
    if (value === null)
      issues.push({ code: 'custom', message: 'must not be null; leave it out to keep it', input: value })
    return value
  },
})

/** A field that may be changed but not cleared. */
export const kept = <T extends z.ZodType>(schema: T): z.ZodPreprocess<z.ZodOptional<T>> =>
  new z.ZodPreprocess({ type: 'pipe', in: notNull, out: schema.optional() }) as z.ZodPreprocess<z.ZodOptional<T>>

/**
 * Checks an input that already has the right GraphQL types against the rules of a room.
 * @throws ApiError `invalid_request` naming every bad field
 */
export function check<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw invalid(
    result.error.issues.map((issue): FieldProblem => ({ path: issue.path.join('.'), message: issue.message })),
  )
}

const jsonSchemaOf = (rule: z.ZodType) => z.toJSONSchema(rule, { io: 'input', unrepresentable: 'any' })

/** For an argument or a field: its limits as the rule that checks it has them. */
export const limitedBy = (rule: z.ZodType) => {
  const { $schema: _dialect, ...limits } = jsonSchemaOf(rule)
  return shaped(limits)
}

/**
 * For an input type: the limits of each field as the rule that checks it has them, and bodies that work when they are
 * sent. The faces print both.
 */
export function checkedBy<Rule extends z.ZodObject>(rule: Rule, ...examples: z.input<Rule>[]) {
  const { properties, required } = jsonSchemaOf(rule)
  return shaped({ properties, required, ...(examples.length > 0 && { examples }) })
}

const page = z.int('must be a whole number').min(1, 'must be 1 or more').max(1_000_000, 'must be at most 1,000,000')
const perPage = z
  .int('must be a whole number')
  .min(1, 'must be between 1 and 100')
  .max(100, 'must be between 1 and 100')

/** Paging as REST names it: specification, section 8. */
export const paging = z.object({ page: page.default(1), perPage: perPage.default(20) })
export type Paging = z.infer<typeof paging>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Whether an identifier can be one of ours; what cannot is answered as missing, without a look-up. */
export const isId = (value: string) => uuid.test(value)

/** The words of a full-text search. */
export const words = nameOf(200)

/** @throws ApiError `invalid_request` naming `field` */
export const mustSearch = (field: string, sent: string): string =>
  check(z.object({ [field]: words }), { [field]: sent })[field]!.trim()
