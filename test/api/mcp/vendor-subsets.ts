/** The part of JSON Schema that a vendor's documents say its models support, for the parameters of a tool. */
export type VendorSubset = {
  types: readonly string[]
  /** The supported keywords by type. `common` lists those of every type. */
  keywords: Readonly<Record<string, readonly string[]>>
  formats: readonly string[]
  maxDepth: number
  maxProperties: number
  maxEnumValues: number
  /** The maximum number of characters in all property names and enum values together. */
  maxNameChars: number
  toolName: RegExp
  maxToolDescriptionChars: number
}

const types = ['string', 'number', 'boolean', 'integer', 'object', 'array']

/**
 * What the vendors publish. OpenAI: "Structured model outputs", sections "Supported schemas" and "Additional properties
 * must always be set to false", and the reference of function tools. Gemini: "Structured outputs", section "JSON Schema
 * support", and the reference of `FunctionDeclaration`, which sets no limits on size.
 */
export const vendorSubsets: Readonly<Record<string, VendorSubset>> = {
  OpenAI: {
    types,
    keywords: {
      common: ['type', 'description', 'enum'],
      string: ['pattern', 'format'],
      number: ['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
      integer: ['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
      array: ['items', 'minItems', 'maxItems'],
      object: ['properties', 'required', 'additionalProperties'],
      boolean: [],
    },
    formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
    maxDepth: 10,
    maxProperties: 5000,
    maxEnumValues: 1000,
    maxNameChars: 120_000,
    toolName: /^[a-zA-Z0-9_-]{1,64}$/,
    maxToolDescriptionChars: 1024,
  },
  Gemini: {
    types,
    keywords: {
      common: ['type', 'title', 'description', 'enum'],
      string: ['format'],
      number: ['minimum', 'maximum'],
      integer: ['minimum', 'maximum'],
      array: ['items', 'prefixItems', 'minItems', 'maxItems'],
      object: ['properties', 'required', 'additionalProperties'],
      boolean: [],
    },
    formats: ['date-time', 'date', 'time'],
    maxDepth: Number.POSITIVE_INFINITY,
    maxProperties: Number.POSITIVE_INFINITY,
    maxEnumValues: Number.POSITIVE_INFINITY,
    maxNameChars: Number.POSITIVE_INFINITY,
    toolName: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/,
    maxToolDescriptionChars: Number.POSITIVE_INFINITY,
  },
}

type Schema = Readonly<Record<string, unknown>>

/** Whether an object takes members of any name. Only the content of a block does, because types may add members. */
const isOpen = (schema: Schema) => schema.type === 'object' && schema.properties === undefined

const childrenOf = (schema: Schema): [string, Schema][] => [
  ...Object.entries((schema.properties ?? {}) as Record<string, Schema>),
  ...(schema.items === undefined ? [] : [['items', schema.items as Schema] as [string, Schema]]),
]

/** Every schema in a schema, with its path and the number of objects around it. */
function* schemasIn(
  schema: Schema,
  path: string,
  depth = 1,
): Generator<{ schema: Schema; path: string; depth: number }> {
  yield { schema, path, depth }
  const below = schema.type === 'object' ? depth + 1 : depth
  for (const [name, child] of childrenOf(schema)) yield* schemasIn(child, `${path}.${name}`, below)
}

/** Returns what a vendor does not support in the schema of a tool's arguments, and the paths of its open objects. */
export function findUnsupported(subset: VendorSubset, tool: string, root: Schema) {
  const problems: string[] = []
  const open: string[] = []
  let properties = 0
  let enumValues = 0
  let nameChars = 0
  for (const { schema, path, depth } of schemasIn(root, tool)) {
    const { type, format, enum: values = [], additionalProperties } = schema
    const listed = values as unknown[]
    const names = Object.keys((schema.properties ?? {}) as object)
    properties += names.length
    enumValues += listed.length
    nameChars += [...names, ...listed].join('').length
    if (!subset.types.includes(type as string)) problems.push(`${path}: type ${JSON.stringify(type)}`)
    const known = [...subset.keywords.common!, ...(subset.keywords[type as string] ?? [])]
    for (const keyword of Object.keys(schema)) if (!known.includes(keyword)) problems.push(`${path}: ${keyword}`)
    if (format !== undefined && !subset.formats.includes(format as string)) problems.push(`${path}: format ${format}`)
    if (listed.some((value) => typeof value !== 'string' || value === '')) problems.push(`${path}: enum of no texts`)
    if (type === 'array' && schema.items === undefined) problems.push(`${path}: no items`)
    if (isOpen(schema)) open.push(path)
    else if (type === 'object' && additionalProperties !== false) problems.push(`${path}: additionalProperties`)
    if (depth > subset.maxDepth) problems.push(`${path}: too deep`)
    for (const name of (schema.required ?? []) as string[])
      if (!names.includes(name)) problems.push(`${path}: requires ${name}, which has no schema`)
  }
  if (properties > subset.maxProperties) problems.push(`${tool}: ${properties} properties`)
  if (enumValues > subset.maxEnumValues) problems.push(`${tool}: ${enumValues} enum values`)
  if (nameChars > subset.maxNameChars) problems.push(`${tool}: ${nameChars} characters of names`)
  if (root.type !== 'object') problems.push(`${tool}: no object`)
  if (!subset.toolName.test(tool)) problems.push(`${tool}: name`)
  return { problems, open }
}

/** Returns the paths of the properties that a schema does not require. OpenAI's strict mode takes none of them. */
export const findOptional = (root: Schema): string[] =>
  [...schemasIn(root, '')].flatMap(({ schema, path }) =>
    Object.keys((schema.properties ?? {}) as object)
      .filter((name) => !((schema.required ?? []) as string[]).includes(name))
      .map((name) => `${path}.${name}`.slice(1)),
  )
