import { builder } from '../../operations/builder.ts'
import { makeLongRunningIdempotentResolver } from '../../operations/idempotency.ts'
import { withJsonSchema } from '../../operations/json-schema.ts'
import { operation } from '../../operations/operation.ts'
import { makeEnumHintOptions } from '../../operations/unknown-field.ts'
import { makeInputTypeLimitOptionsFromZod, parseInput } from '../../operations/validation.ts'
import { maxTextChars } from '../clean/limits.ts'
import { generationRateLimit } from '../generation-limit.ts'
import type { Suggestion } from '../suggestion/suggest.ts'
import { declareGenerationFields } from '../suggestion/type.ts'
import { maxInstructionChars, parseTextChangeRequest, textChangeInputSchema } from './input.ts'
import { suggestText } from './suggest.ts'

const taskRef = builder.enumType('TextTask', {
  description: 'What the language model does with a text.',
  ...makeEnumHintOptions({ improve: 'rewrite', summarize: 'shorten', instruction: 'custom' }),
  values: {
    rewrite: { description: 'Writes the text more clearly, with the same meaning.' },
    shorten: { description: 'Shortens the text to about half its length.' },
    simplify: { description: 'Uses plain words and short sentences.' },
    translate: { description: 'Translates the text into the given language.' },
    custom: { description: 'Changes the text as the instruction says.' },
  },
})

const suggestionRef = builder.objectRef<Suggestion>('TextSuggestion').implement({
  description: 'A suggested change of a text. It is not stored.',
  fields: (t) => ({
    generationId: t.exposeID('generationId', { description: 'Identifier of the generation.' }),
    text: t.exposeString('text', {
      ...withJsonSchema({ maxLength: maxTextChars }),
      description: 'The changed text, as Markdown.',
    }),
    ...declareGenerationFields(t),
  }),
})

const inputRef = builder.inputType('SuggestTextInput', {
  description: 'The text, and how to change it.',
  ...makeInputTypeLimitOptionsFromZod(textChangeInputSchema, {
    text: 'Leaves make **sugar** out of light, in what is called photosynthesis.',
    task: 'shorten',
  }),
  fields: (t) => ({
    text: t.string({
      required: true,
      description: `The text to change, as Markdown: 1 to ${maxTextChars.toLocaleString('en')} characters.`,
    }),
    task: t.field({ type: taskRef, required: true, description: 'What to do with the text.' }),
    instruction: t.string({
      description: `How to change the text, at most ${maxInstructionChars} characters. Task custom needs it.`,
    }),
    language: t.string({
      description:
        'Language of the changed text, as a BCP 47 tag such as pt-BR. Task translate needs it. Default: that of the text.',
    }),
    lessonId: t.id({
      description:
        'Identifier of the lesson in which the text stands. The model is told the names of the lesson and its course. Also needs the scope courses:read.',
    }),
  }),
})

builder.mutationField('suggestText', (t) =>
  t.field({
    ...operation({
      access: 'ai:generate',
      perMinute: generationRateLimit,
      rest: { method: 'POST', path: '/ai/suggest-text', tag: 'AI' },
      tool: { name: 'suggest_text', toolset: 'ai', title: 'Suggest a text', openWorld: true },
      idempotent: 'lease',
    }),
    type: suggestionRef,
    description:
      'Has the language model rewrite, shorten, simplify or translate a text, or change it as an instruction says. Nothing is saved: updateBlock takes the text.',
    args: {
      input: t.arg({ type: inputRef, required: true, description: 'The text, and how to change it.' }),
    },
    resolve: makeLongRunningIdempotentResolver(
      'suggestText',
      (_root, { input }, context): Promise<Suggestion> =>
        suggestText(context, parseTextChangeRequest(parseInput(textChangeInputSchema, input))),
    ),
  }),
)
