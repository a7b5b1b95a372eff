import { useRef } from 'react'

/**
 * Returns the last `value` that was not undefined. With this hook, an open dialog still shows an item after another
 * person has deleted the item.
 */
export function useLastDefinedValue<Value>(value: Value | undefined): Value | undefined {
  const last = useRef(value)
  if (value !== undefined) last.current = value
  return last.current
}
