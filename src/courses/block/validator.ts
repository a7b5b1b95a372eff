import { _, Ajv2020, type CodeKeywordDefinition, type ErrorObject, Name } from 'ajv/dist/2020.js'
import { maxReportedInvalidFields } from '../../platform/errors.ts'

type Schema = { readonly [keyword: string]: unknown }

/** Thrown to stop a validation after it has found as many problems as one error response can list. */
class EnoughProblems extends Error {
  readonly problems: ErrorObject[]
  constructor(problems: ErrorObject[]) {
    super('enough problems')
    this.problems = problems
  }
}

// The names of two variables in the code that Ajv generates: `errors` counts the errors, and `vErrors` collects them.
const [count, found] = [new Name('errors'), new Name('vErrors')]

/**
 * A JSON Schema keyword that stops Ajv after `maxReportedInvalidFields` errors. Without it, Ajv can spend seconds to
 * find 130,000 errors.
 */
const stopsAtMaxErrors: CodeKeywordDefinition = {
  keyword: 'stopsAtMaxErrors',
  schemaType: 'boolean',
  code: ({ gen }) => {
    const enough = gen.scopeValue('func', { ref: EnoughProblems })
    gen.if(_`${count} >= ${maxReportedInvalidFields}`, () => gen.throw(_`new ${enough}(${found})`))
  },
}

const isHttpUrl = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
/** Returns whether an address is an http(s) URL. A pattern of the JSON Schema says which relative addresses there can be. */
const isHttpUrlOrRelative = (value: string) => !/^https?:/i.test(value) || isHttpUrl(value)
const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  formats: { uri: isHttpUrl, 'uri-reference': isHttpUrlOrRelative, int32: true },
  keywords: [stopsAtMaxErrors],
})

/**
 * Returns a copy of a JSON Schema with `stopsAtMaxErrors` in the schema of each array entry, so that Ajv counts the
 * errors at each entry.
 */
function withStopKeyword(schema: unknown, isEntry = false): unknown {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema
  const { properties, items, ...others } = schema as Schema
  return {
    ...others,
    ...(isEntry && { stopsAtMaxErrors: true }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as Schema).map(([name, member]) => [name, withStopKeyword(member)]),
      ),
    }),
    ...(items !== undefined && { items: withStopKeyword(items, true) }),
  }
}

/**
 * Compiles a JSON Schema to a function that checks a value and returns the errors. The function stops soon after it has
 * found `maxReportedInvalidFields` errors.
 */
export function compileJsonSchemaValidator(schema: Schema): (value: unknown) => ErrorObject[] {
  const validate = ajv.compile(withStopKeyword(schema) as Schema)
  return (value) => {
    try {
      return validate(value) ? [] : (validate.errors ?? [])
    } catch (error) {
      if (error instanceof EnoughProblems) return error.problems
      throw error
    }
  }
}
