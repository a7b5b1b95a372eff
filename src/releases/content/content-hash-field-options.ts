import { withJsonSchema } from '../../operations/json-schema.ts'

/** The options of a field that contains the SHA-256 of a release or of a lesson. */
export const contentHashFieldOptions = withJsonSchema({
  minLength: 64,
  maxLength: 64,
  pattern: '^[0-9a-f]{64}$',
  examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
})
