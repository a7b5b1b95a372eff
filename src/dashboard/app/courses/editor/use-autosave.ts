import { useEffect, useRef } from 'react'
import { ApiError, isTemporarilyUnavailable } from '../../api/api-error.ts'

const pauseMs = 1000
const retryMs = 10_000

/** Returns whether a save that failed with this error may succeed later as it is. */
const isWorthRetrying = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'unreachable' || error.code === 'rate_limit_exceeded' || isTemporarilyUnavailable(error))

type AutosaveOptions = {
  value: unknown
  /** Whether there is something to save, and nothing that the author must decide first. */
  canSave: boolean
  isBusy: boolean
  error: unknown
  save(): Promise<unknown>
}

/**
 * Saves a value when its author pauses for a second, and when the component goes. After a failure without an answer, it
 * tries again: every ten seconds, and when the browser has a connection. Another failure waits for another value.
 */
export function useAutosave({ value, canSave, isBusy, error, save }: AutosaveOptions): void {
  const refused = useRef<unknown>(undefined)
  const isRetry = isWorthRetrying(error)
  if (error && !isRetry && !isBusy) refused.current ??= value
  if (!error) refused.current = undefined
  const isDue = canSave && !isBusy && refused.current !== value
  const latest = useRef({ isDue, save })
  latest.current = { isDue, save }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new value begins a new pause.
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => void latest.current.save(), isRetry ? retryMs : pauseMs)
    return () => clearTimeout(timer)
  }, [isDue, isRetry, value])
  useEffect(() => {
    const saveIfDue = () => {
      if (latest.current.isDue) void latest.current.save()
    }
    window.addEventListener('online', saveIfDue)
    return () => {
      window.removeEventListener('online', saveIfDue)
      saveIfDue()
    }
  }, [])
}
