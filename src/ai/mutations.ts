import { builder } from '../builder.ts'
import { check } from '../checks.ts'
import { expose } from '../expose.ts'
import { idempotencyArgs, idempotentLong } from '../idempotent.ts'
import { type Generation, generate } from './generate.ts'
import { generationInputRef } from './input.ts'
import { generationInput, requestOf } from './request.ts'
import { generationRef } from './type.ts'

builder.mutationField('generateContent', (t) =>
  t.field({
    ...expose({
      access: 'ai:generate',
      rest: { method: 'POST', path: '/ai/generate-content', tag: 'AI', stream: 'generation' },
      tool: { name: 'generate_content', title: 'Have content written', openWorld: true },
    }),
    type: generationRef,
    description:
      'Has a lesson, an outline, a quiz or a block written by the language model. A preview writes nothing; append writes it into its place in a course that is a draft, in one transaction; in a published one it is a conflict.',
    args: {
      ...idempotencyArgs,
      input: t.arg({ type: generationInputRef, required: true, description: 'What to have written.' }),
    },
    resolve: idempotentLong('generateContent', async (_root, { input }, context): Promise<Generation> => {
      const request = requestOf(check(generationInput, input))
      let result: Generation | undefined
      for await (const step of generate(context, request, { live: false }))
        if (step.event === 'done') result = step.result
      return result!
    }),
  }),
)
