import { builder } from '../operations/builder.ts'
import { makeLongRunningIdempotentResolver } from '../operations/idempotency.ts'
import { operation } from '../operations/operation.ts'
import { parseInput } from '../operations/validation.ts'
import { streamGeneration } from './generate.ts'
import { generationRateLimit } from './generation-limit.ts'
import { generationInputSchema, parseContentGenerationRequest } from './generation-request.ts'
import { generationInputRef } from './input.ts'
import type { GenerationResult } from './run-generation.ts'
import { generationRef } from './type.ts'

builder.mutationField('generateContent', (t) =>
  t.field({
    ...operation({
      access: 'ai:generate',
      perMinute: generationRateLimit,
      rest: { method: 'POST', path: '/ai/generate-content', tag: 'AI', stream: 'generation' },
      tool: { name: 'generate_content', toolset: 'ai', title: 'Generate content', openWorld: true },
      idempotent: 'lease',
    }),
    type: generationRef,
    description:
      'Generates a lesson, an outline, a quiz or a block with the language model. Mode preview saves nothing. Mode append adds the generated content to a course, module or lesson. If the course is archived, append fails with conflict.',
    args: {
      input: t.arg({ type: generationInputRef, required: true, description: 'What to generate.' }),
    },
    resolve: makeLongRunningIdempotentResolver(
      'generateContent',
      async (_root, { input }, context, storeResult): Promise<GenerationResult> => {
        const request = parseContentGenerationRequest(parseInput(generationInputSchema, input))
        let result: GenerationResult | undefined
        for await (const step of streamGeneration(context, request, { live: false, storeResult }))
          if (step.event === 'done') result = step.result
        return result!
      },
    ),
  }),
)
