import { useEffect, useRef, useState } from 'react'
import { Failure } from '../../data/failure.ts'
import { stream } from '../../data/stream.ts'
import { type GenerateContentInput, WriteDocument } from '../../generated/operations.ts'
import type { ShownBlock } from '../blocks/content.ts'

/** The language model at work: each block is handed on as soon as it is whole. */
export function useWriter(onBlocks: (blocks: ShownBlock[]) => void) {
  const [isWriting, setWriting] = useState(false)
  const [error, setError] = useState<unknown>()
  const under = useRef<AbortController>(undefined)
  useEffect(() => () => under.current?.abort(), [])

  async function write(input: GenerateContentInput): Promise<void> {
    const controller = new AbortController()
    under.current = controller
    setWriting(true)
    setError(undefined)
    const blocks: ShownBlock[] = []
    try {
      for await (const { generation } of stream(WriteDocument, { input }, controller.signal)) {
        if (generation.event === 'error') throw failureIn(generation.error ?? {})
        if (!generation.block) continue
        blocks.push(generation.block)
        onBlocks([...blocks])
      }
    } catch (problem) {
      if (!controller.signal.aborted) setError(problem)
    } finally {
      setWriting(false)
    }
  }
  return { write, stop: () => under.current?.abort(), isWriting, error }
}

function failureIn({ code, message }: Record<string, unknown>): Failure {
  return new Failure(
    typeof code === 'string' && code !== 'internal_error' ? code : 'ai_failed',
    typeof message === 'string' ? message : 'The language model has failed.',
  )
}
