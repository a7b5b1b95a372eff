import { z } from 'zod'
import { builder } from '../../operations/builder.ts'
import { makeLongRunningIdempotentResolver } from '../../operations/idempotency.ts'
import { withJsonSchema } from '../../operations/json-schema.ts'
import { operation } from '../../operations/operation.ts'
import {
  clearableLanguageTagSchema,
  makeInputTypeLimitOptionsFromZod,
  parseInput,
} from '../../operations/validation.ts'
import { generationRateLimit } from '../generation-limit.ts'
import type { Suggestion } from '../suggestion/suggest.ts'
import { declareGenerationFields } from '../suggestion/type.ts'
import { maxSuggestedChars } from './answer.ts'
import { suggestAltText } from './suggest.ts'

const altTextInputSchema = z.object({ language: clearableLanguageTagSchema.nullish() })

const suggestionRef = builder.objectRef<Suggestion>('AltTextSuggestion').implement({
  description: 'A suggested alternative text of a picture. It is not stored.',
  fields: (t) => ({
    generationId: t.exposeID('generationId', { description: 'Identifier of the generation.' }),
    alt: t.exposeString('text', {
      ...withJsonSchema({ maxLength: maxSuggestedChars }),
      description: 'The suggested alternative text.',
    }),
    ...declareGenerationFields(t),
  }),
})

const inputRef = builder.inputType('SuggestAltTextInput', {
  description: 'How to write the alternative text.',
  ...makeInputTypeLimitOptionsFromZod(altTextInputSchema, { language: 'en' }),
  fields: (t) => ({
    language: t.string({
      description:
        'Language of the text, as a BCP 47 tag such as pt-BR. Default: that of a course which uses the picture, else English.',
    }),
  }),
})

builder.mutationField('suggestAltText', (t) =>
  t.field({
    ...operation({
      access: 'ai:generate',
      perMinute: generationRateLimit,
      rest: {
        method: 'POST',
        path: '/assets/{assetId}/suggest-alt-text',
        tag: 'AI',
        names: { id: 'assetId' },
      },
      idempotent: 'lease',
    }),
    type: suggestionRef,
    description:
      'Suggests an alternative text for a picture of the workspace: the language model is shown a small copy. Also needs the scope assets:read. Nothing is saved: updateAsset, or the block that shows the picture, takes the text.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the picture.' }),
      input: t.arg({ type: inputRef, required: true, description: 'How to write the text.' }),
    },
    resolve: makeLongRunningIdempotentResolver(
      'suggestAltText',
      (_root, { id, input }, context): Promise<Suggestion> =>
        suggestAltText(context, id, parseInput(altTextInputSchema, input).language),
    ),
  }),
)
