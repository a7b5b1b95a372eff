import { useEffect, useState, useSyncExternalStore } from 'react'

/** A text that has not been saved yet, as this browser keeps it: with the version that it was written on. */
type Draft<Value> = { value: Value; version?: number }

const prefix = 'draft:'
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

function read<Value>(name: string): Draft<Value> | undefined {
  try {
    const text = localStorage.getItem(prefix + name)
    return text === null ? undefined : (JSON.parse(text) as Draft<Value>)
  } catch {
    return undefined
  }
}

function keep(name: string, draft: Draft<unknown>): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(draft))
  } catch {
    // The browser's store is full or closed: the page still holds the text, and leaving it asks first.
  }
  changed()
}

export function dropDraft(name: string): void {
  localStorage.removeItem(prefix + name)
  changed()
}

function onDraft(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether an unsaved text is kept under this name. */
export const useHasDraft = (name: string) =>
  useSyncExternalStore(onDraft, () => localStorage.getItem(prefix + name) !== null)

/**
 * A value being edited, kept by the browser until it is saved: a reload, a crash or a failed save loses nothing.
 * `version` is the one of the saved text that the editing began with.
 */
export function useDraft<Value>(name: string, saved: Value, version?: number) {
  const [found] = useState(() => read<Value>(name))
  const [draft, setDraft] = useState<Draft<Value>>(found ?? { value: saved, version })
  const isDirty = JSON.stringify(draft.value) !== JSON.stringify(saved)
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  return {
    value: draft.value,
    version: draft.version,
    isDirty,
    isRestored: found !== undefined && isDirty,
    /** Takes what was typed. */
    write: (value: Value) => {
      const next = { value, version: draft.version }
      setDraft(next)
      if (JSON.stringify(value) === JSON.stringify(saved)) dropDraft(name)
      else keep(name, next)
    },
    /** Goes back to a saved text, and forgets what was typed. */
    restart: (value: Value, at?: number) => {
      setDraft({ value, version: at })
      dropDraft(name)
    },
  }
}
