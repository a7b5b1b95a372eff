import { useState } from 'react'
import type { KeyboardEvent } from 'react-aria-components'

/** Returns whether a key is Enter alone, and not part of the input of a character such as 語. */
const isEnterAlone = (event: KeyboardEvent) =>
  event.key === 'Enter' &&
  !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.nativeEvent.isComposing)

/** Moves the focus to the field of the next entry. */
function focusNextEntry(field: HTMLElement): void {
  const fields = [...(field.closest('[data-entries]')?.querySelectorAll<HTMLElement>('[data-entry] input') ?? [])]
  fields[fields.indexOf(field) + 1]?.focus()
}

/**
 * Returns the props of the fields in a list of entries with `data-entries`. Enter goes to the next entry, and adds one
 * after the last. `add` adds an entry and moves the focus to it.
 */
export function useEntryFields(count: number, addEntry: () => void) {
  const [added, setAdded] = useState<number>()
  function add(): void {
    setAdded(count)
    addEntry()
  }
  const getFieldProps = (index: number) => ({
    'data-entry': '',
    autoFocus: index === added,
    onKeyDown(event: KeyboardEvent): void {
      if (!isEnterAlone(event)) {
        event.continuePropagation()
        return
      }
      event.preventDefault()
      if (index === count - 1) add()
      else focusNextEntry(event.target as HTMLElement)
    },
  })
  return { add, getFieldProps }
}
