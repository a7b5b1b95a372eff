import { z } from 'zod'
import { makeNonBlankTextSchema, makeOptionalNotNullSchema, makeTextSchema } from '../../operations/validation.ts'

/** A file system takes names of up to 255 bytes. */
export const maxAssetNameChars = 200
export const maxAltChars = 1000
/** The maximum size of a file that is sent in one request. */
export const maxContentBytes = 4_000_000
const maxUrlChars = 2000

// biome-ignore lint/suspicious/noControlCharactersInRegex: a name with them could change the header that contains it.
const separators = /[\u0001-\u001f\u007f/\\]/

export const assetNameSchema = makeNonBlankTextSchema(maxAssetNameChars).refine(
  (name) => !separators.test(name),
  'must be the name of a file, without folders and control characters',
)
export const altSchema = makeTextSchema(maxAltChars)
const hashSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hexadecimal')
  .meta({ maxLength: 64 })

export const createAssetSchema = z.object({
  name: assetNameSchema,
  bytes: z
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(Number.MAX_SAFE_INTEGER)
    .meta({ format: 'int64' }),
  sha256: hashSchema.nullish(),
  alt: altSchema.nullish(),
})

export const importAssetSchema = z.object({
  url: z
    .string()
    .max(maxUrlChars, `must have at most ${maxUrlChars} characters`)
    .refine(
      (url) => URL.canParse(url) && new URL(url).protocol === 'https:',
      'must be an address that starts with https://',
    ),
  name: assetNameSchema.nullish(),
  alt: altSchema.nullish(),
})

export const updateAssetSchema = z.object({
  name: makeOptionalNotNullSchema(assetNameSchema),
  alt: altSchema.nullish(),
})

export const searchSchema = makeTextSchema(200)
export const assetFilterSchema = z.object({ q: searchSchema.nullish(), type: searchSchema.nullish() })
