import { assertAccess } from '../identity/access.ts'
import type { GraphQLContext } from '../operations/context.ts'
import { assertGenerationTargetIsWritable } from './append-content.ts'
import { makeModelNotConfiguredError } from './failures.ts'
import type { ContentGenerationRequest } from './generation-request.ts'
import { reserveGenerationSlot } from './generation-slot.ts'
import { readLessonText } from './lesson-text.ts'
import { type GenerationEvent, type GenerationOptions, runGenerationInReservedSlot } from './run-generation.ts'

/**
 * Generates content and yields the events.
 * @throws ApiError `invalid_request`, `forbidden`, `not_found`, `conflict`, `rate_limit_exceeded`, or with status 503
 */
export async function* streamGeneration(
  context: GraphQLContext,
  request: ContentGenerationRequest,
  options: GenerationOptions,
): AsyncGenerator<GenerationEvent> {
  const { model, config } = context
  if (!model && config.isProduction) throw makeModelNotConfiguredError()
  if (request.append) assertAccess('courses:write', context)
  const release = reserveGenerationSlot(context)
  try {
    await assertGenerationTargetIsWritable(context, request)
    const lesson = request.fromLesson ? await readLessonText(context, request.target!.id) : undefined
    // If the caller stops iterating or the client disconnects, the model stops.
    yield* runGenerationInReservedSlot(context, request, { ...options, lesson })
  } finally {
    release()
  }
}
