import { useEffect, useState } from 'react'

/** Returns a value once it has not changed for `pauseMs` milliseconds, but the first one that is not undefined at once. */
export function useSettledValue<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (value === settled) return
    const timer = setTimeout(() => setSettled(value), settled === undefined ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [value, settled, pauseMs])
  return settled
}
