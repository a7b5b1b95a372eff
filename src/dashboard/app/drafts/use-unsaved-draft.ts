import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import {
  deleteUnsavedDraft,
  getUnsavedDraftNamesOfAllTabs,
  moveUnsavedDraftOfClosedTabToThisTab,
  readUnsavedDraftOfThisTab,
  storeUnsavedDraftOfThisTab,
  subscribeToUnsavedDrafts,
  type UnsavedDraftListEntry,
} from './store.ts'
import { getCurrentTabId } from './tab-id.ts'

/** Returns whether any tab has an unsaved draft with the given name. */
export const useHasUnsavedDraft = (name: string): boolean =>
  useSyncExternalStore(subscribeToUnsavedDrafts, getUnsavedDraftNamesOfAllTabs).has(name)

type Edit<Value> = { value: Value; version: number | undefined }
type DraftOptions<Value> = { saved: Value; version?: number; info(value: Value): UnsavedDraftListEntry }

/**
 * Returns a value that the user can edit. The hook stores each edit as an unsaved draft until the value is saved, so
 * that a reload or a failed save loses nothing.
 */
export function useUnsavedDraft<Value>(name: string, { saved, version, info }: DraftOptions<Value>) {
  const [edit, setEdit] = useState<Edit<Value> | undefined>(() => {
    const draft = readUnsavedDraftOfThisTab<Value>(name)
    return draft && { value: draft.value, version: draft.version }
  })
  const [isRestored, setRestored] = useState(edit !== undefined)
  const [isStored, setStored] = useState(true)
  const [resetCount, setResetCount] = useState(0)
  const latestEdit = useRef(edit)
  const savedText = useMemo(() => JSON.stringify(saved), [saved])
  const editText = useMemo(() => edit && JSON.stringify(edit.value), [edit])
  const isDirty = editText !== undefined && editText !== savedText

  function changeEdit(next: Edit<Value> | undefined): void {
    latestEdit.current = next
    setEdit(next)
  }

  useEffect(() => {
    let isMounted = true
    void moveUnsavedDraftOfClosedTabToThisTab<Value>(name).then((draft) => {
      if (!isMounted || !draft || latestEdit.current) return
      latestEdit.current = { value: draft.value, version: draft.version }
      setEdit(latestEdit.current)
      setRestored(true)
      setResetCount((count) => count + 1)
    })
    return () => {
      isMounted = false
    }
  }, [name])
  // If another tab has saved the same text, this effect deletes the unsaved draft.
  useEffect(() => {
    if (editText === undefined || editText !== savedText) return
    latestEdit.current = undefined
    setEdit(undefined)
    deleteUnsavedDraft({ name, tabId: getCurrentTabId() })
  }, [name, editText, savedText])
  useEffect(() => {
    if (!isDirty) return
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', askBeforeUnload)
    return () => window.removeEventListener('beforeunload', askBeforeUnload)
  }, [isDirty])

  function storeEdit(next: Edit<Value>, draftName = name): void {
    changeEdit(next)
    setStored(storeUnsavedDraftOfThisTab({ name: draftName, ...next, info: info(next.value) }))
  }
  return {
    value: edit ? edit.value : saved,
    /** The version of the saved value that the user has edited. */
    version: edit ? edit.version : version,
    isDirty,
    /**
     * A number that increases when the whole value is replaced. A form with its own state uses this number as its React
     * key.
     */
    resetCount,
    /** Whether the value comes from an unsaved draft of an earlier visit. */
    isRestored: isRestored && isDirty,
    /** False if the browser's storage is full, so that the edits exist only on this page. */
    isStored: isStored || !isDirty,
    setValue: (value: Value) =>
      storeEdit({ value, version: latestEdit.current ? latestEdit.current.version : version }),
    /** Deletes the unsaved draft and returns to the saved value. */
    discard: () => {
      changeEdit(undefined)
      setRestored(false)
      setStored(true)
      setResetCount((count) => count + 1)
      deleteUnsavedDraft({ name, tabId: getCurrentTabId() })
    },
    /**
     * Deletes the unsaved draft after `value` was saved. If the user has edited the value since then, the new edit is
     * stored as an unsaved draft named `nextName`, and the function returns false.
     */
    markSaved: (value: Value, savedVersion: number | undefined, nextName = name): boolean => {
      const latest = latestEdit.current
      deleteUnsavedDraft({ name, tabId: getCurrentTabId() })
      setRestored(false)
      if (latest && JSON.stringify(latest.value) !== JSON.stringify(value)) {
        storeEdit({ value: latest.value, version: savedVersion }, nextName)
        return false
      }
      changeEdit(undefined)
      setStored(true)
      return true
    },
  }
}
