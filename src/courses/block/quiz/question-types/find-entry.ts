import type { JsonObject } from '../../../../operations/json-object.ts'

const fold = (text: unknown) => String(text).trim().toLowerCase()

/**
 * Makes a function that returns the id of the entry that a value means: its id, its text if no other entry has it, or its
 * index from 0.
 */
export function makeEntryFinder(entries: readonly JsonObject[]): (value: unknown) => unknown {
  const ids = new Set(entries.map(({ id }) => id))
  const byText = new Map<string, unknown>()
  for (const { id, text } of entries) {
    const folded = fold(text)
    byText.set(folded, byText.has(folded) ? undefined : id)
  }
  return (value) => {
    if (typeof value === 'number') return ids.has(String(value)) ? String(value) : entries[value]?.id
    if (typeof value !== 'string') return undefined
    return ids.has(value) ? value : byText.get(fold(value))
  }
}
