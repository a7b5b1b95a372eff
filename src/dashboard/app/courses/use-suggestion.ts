import { useEffect, useRef, useState } from 'react'

/**
 * Asks the language model for a text, which `suggest` returns. The model stops when another question is asked or the
 * component goes away.
 */
export function useSuggestion<Question>(suggest: (question: Question, signal: AbortSignal) => Promise<string>) {
  const [suggestion, setSuggestion] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<unknown>()
  const inFlight = useRef<AbortController>(undefined)
  useEffect(() => () => inFlight.current?.abort(), [])

  /** Returns the suggestion, or undefined after a failure or another question. */
  async function ask(question: Question): Promise<string | undefined> {
    inFlight.current?.abort()
    const controller = new AbortController()
    inFlight.current = controller
    const { signal } = controller
    setAsking(true)
    setError(undefined)
    try {
      const text = await suggest(question, signal)
      if (signal.aborted) return undefined
      setSuggestion(text)
      return text
    } catch (problem) {
      if (!signal.aborted) setError(problem)
      return undefined
    } finally {
      if (inFlight.current === controller) setAsking(false)
    }
  }
  return { ask, suggestion, isAsking, error, forget: () => setSuggestion(undefined) }
}
