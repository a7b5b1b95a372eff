import type { builder } from '../../operations/builder.ts'
import { withJsonSchema } from '../../operations/json-schema.ts'
import { maxModelNameChars } from '../../platform/environment-rules.ts'
import { tokensRef } from '../type.ts'
import type { Suggestion } from './suggest.ts'

type OutputBuilder = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Suggestion>

/** Declares the fields that tell how a suggestion was made. */
export const declareGenerationFields = (t: OutputBuilder) => ({
  model: t.exposeString('model', {
    ...withJsonSchema({ maxLength: maxModelNameChars }),
    description: 'The name of the language model. The value is offline if no model is configured.',
  }),
  usage: t.expose('usage', { type: tokensRef, description: 'The number of tokens that the suggestion used.' }),
})
