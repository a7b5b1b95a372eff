import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { runGraphqlSubscription } from '../../api/subscribe.ts'
import { type GenerateContentInput, GenerateLessonDocument } from '../../generated/operations.ts'
import type { BlockTypeAndContent } from '../block-content/content.ts'

/** The name that the API gives to the built-in writer, which stands in for a language model. */
export const builtInWriterName = 'offline'

type GenerationProgress = {
  /** Receives the name of the language model. */
  onModel(model: string): void
  /** Receives all blocks that are complete, after each further block. */
  onBlocks(blocks: BlockTypeAndContent[]): void
}

/** Generates blocks with a language model. */
export function useBlockGeneration({ onModel, onBlocks }: GenerationProgress) {
  const [isGenerating, setGenerating] = useState(false)
  const [error, setError] = useState<unknown>()
  const inFlight = useRef<AbortController>(undefined)
  useEffect(() => () => inFlight.current?.abort(), [])

  async function generate(input: GenerateContentInput): Promise<void> {
    const controller = new AbortController()
    inFlight.current = controller
    setGenerating(true)
    setError(undefined)
    const blocks: BlockTypeAndContent[] = []
    try {
      for await (const { generation } of runGraphqlSubscription(GenerateLessonDocument, { input }, controller.signal)) {
        if (generation.event === 'error') throw toApiError(generation.error ?? {})
        if (generation.model !== null) onModel(generation.model)
        if (!generation.block) continue
        blocks.push(generation.block)
        onBlocks([...blocks])
      }
    } catch (problem) {
      if (!controller.signal.aborted) setError(problem)
    } finally {
      setGenerating(false)
    }
  }
  return { generate, stop: () => inFlight.current?.abort(), isGenerating, error }
}

function toApiError({ code, message, details }: Record<string, unknown>): ApiError {
  return new ApiError(
    typeof code === 'string' && code !== 'internal_error' ? code : 'ai_failed',
    typeof message === 'string' ? message : 'The language model has failed. Try again.',
    typeof details === 'object' && details !== null ? { details: { ...details } } : {},
  )
}
