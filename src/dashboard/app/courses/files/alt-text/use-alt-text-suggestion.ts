import { useEffect, useRef, useState } from 'react'
import { runGraphqlOperation } from '../../../api/request.ts'
import { SuggestAltTextDocument } from '../../../generated/later-operations.ts'

/** Asks the language model for the alternative text of a picture. The model stops when the component goes away. */
export function useAltTextSuggestion() {
  const [suggestion, setSuggestion] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<unknown>()
  const inFlight = useRef<AbortController>(undefined)
  useEffect(() => () => inFlight.current?.abort(), [])

  /** Returns the suggestion, or undefined after a failure. */
  async function ask(id: string, language: string | undefined): Promise<string | undefined> {
    const controller = new AbortController()
    inFlight.current = controller
    const { signal } = controller
    setAsking(true)
    setError(undefined)
    try {
      const { suggestAltText } = await runGraphqlOperation(SuggestAltTextDocument, { id, language }, signal)
      setSuggestion(suggestAltText.alt)
      return suggestAltText.alt
    } catch (problem) {
      if (!signal.aborted) setError(problem)
      return undefined
    } finally {
      setAsking(false)
    }
  }
  return { ask, suggestion, isAsking, error, forget: () => setSuggestion(undefined) }
}
