import type { JsonSchema } from '../../../operations/json-schema.ts'

// Block types use these functions to write the JSON Schema of their content.

export const makeStringJsonSchema = (description: string) => ({ type: 'string', description })

/** Makes the JSON Schema of an absolute http(s) URL. */
export const makeUrlJsonSchema = (description: string) => ({
  type: 'string',
  format: 'uri',
  pattern: '^https?://',
  description,
})

/**
 * The patterns of strings that are no absolute addresses, with the messages for texts that do not match. `#` begins a
 * place in the same lesson.
 */
const patterns = {
  address: ['^(?:https?://|/(?:[^/]|$))', 'must be an absolute http(s) address'],
  link: [
    '^(?:https?://|/(?:[^/]|$)|#|(?:course|module|lesson|block|asset):)',
    'must be an absolute http(s) address, a path, or a link such as lesson:KEY',
  ],
  assetId: [
    '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$',
    'must be a UUID, the identifier of a file',
  ],
  mediaType: ['^(?:video|audio)/[\\w.+-]{1,100}$', 'must be a media type of a video or a sound, such as audio/mpeg'],
} as const

export const messageByPattern: ReadonlyMap<string, string> = new Map(Object.values(patterns))

/** Returns whether a text matches the pattern of this name. */
export const matchesPattern = (name: keyof typeof patterns, text: string): boolean =>
  new RegExp(patterns[name][0]).test(text)

/** Makes the JSON Schema of an absolute http(s) URL, or a path below the service. */
export const makeAddressJsonSchema = (description: string) => ({
  type: 'string',
  format: 'uri-reference',
  pattern: patterns.address[0],
  description,
})

/** Makes the JSON Schema of a link to any page or record. */
export const makeLinkJsonSchema = (description: string) => ({
  type: 'string',
  format: 'uri-reference',
  pattern: patterns.link[0],
  description,
})

export const makeMediaTypeJsonSchema = (description: string) => ({
  type: 'string',
  pattern: patterns.mediaType[0],
  description,
})

/** Makes the JSON Schema of a member that names a file of the workspace. */
export const makeAssetIdJsonSchema = (description: string) => ({
  type: 'string',
  pattern: patterns.assetId[0],
  description,
})

/** Returns whether the JSON Schema of a text says that the text is an address. */
export const isAddressFormat = (format: unknown): boolean => format === 'uri' || format === 'uri-reference'

/** The title of a block, which blocks of all types can have. */
export const titleJsonSchema = { title: makeStringJsonSchema('Title of the block, as plain text.') }

export const makeObjectJsonSchema = (
  description: string,
  properties: JsonSchema,
  required: readonly string[] = [],
) => ({
  type: 'object',
  description,
  properties,
  ...(required.length > 0 && { required }),
})

export const makeListJsonSchema = (description: string, items: JsonSchema) => ({ type: 'array', description, items })
