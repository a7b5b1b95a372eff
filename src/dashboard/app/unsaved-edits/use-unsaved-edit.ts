import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { UnansweredRequest, UnansweredRequestStorage } from '../api/unanswered-request.ts'
import { makeFingerprint } from './fingerprint.ts'
import {
  deleteUnsavedEdit,
  getUnsavedEditNamesOfAllTabs,
  moveUnsavedEditOfClosedTabToThisTab,
  readUnsavedEditOfThisTab,
  storeUnansweredRequestInUnsavedEdit,
  storeUnsavedEditOfThisTab,
  subscribeToUnsavedEdits,
  type UnsavedEdit,
  type UnsavedEditListEntry,
} from './store.ts'
import { getCurrentTabId } from './tab-id.ts'

/** Returns whether any tab has an unsaved edit with the given name. Other edits, which change with each key, draw nothing. */
export const useHasUnsavedEdit = (name: string): boolean =>
  useSyncExternalStore(subscribeToUnsavedEdits, () => getUnsavedEditNamesOfAllTabs().has(name))

type Edit<Value> = { value: Value; version: number | undefined; base?: string | undefined }

const toEdit = <Value>({ value, version, base }: UnsavedEdit<Value>): Edit<Value> => ({ value, version, base })
type MakeInfo<Value> = (value: Value) => UnsavedEditListEntry
type UnsavedEditOptions<Value> = { saved: Value; version?: number; info: MakeInfo<Value> }

/**
 * Returns a value that the user can edit. Until the value is saved, the hook stores each change as an unsaved edit, so
 * that a reload or a failed save loses nothing.
 */
export function useUnsavedEdit<Value>(name: string, { saved, version, info }: UnsavedEditOptions<Value>) {
  const [storedAtFirst] = useState(() => readUnsavedEditOfThisTab<Value>(name))
  const [edit, setEdit] = useState<Edit<Value> | undefined>(() => storedAtFirst && toEdit(storedAtFirst))
  const [isRestored, setRestored] = useState(edit !== undefined)
  const [isStored, setStored] = useState(true)
  const [resetCount, setResetCount] = useState(0)
  const latestEdit = useRef(edit)
  const latestStoreEdit = useRef<(next: Edit<Value>) => void>(() => {})
  const unansweredRequest = useRef<UnansweredRequest | undefined>(storedAtFirst?.unansweredRequest)
  /** The JSON of the value that the last save has sent. */
  const sentText = useRef<string>(undefined)
  /** Whether a save is under way that may replace the saved value. */
  const [isSending, setSending] = useState(false)
  const savedText = useMemo(() => JSON.stringify(saved), [saved])
  const savedBase = useMemo(() => makeFingerprint(savedText), [savedText])
  const editText = useMemo(() => edit && JSON.stringify(edit.value), [edit])
  /** Whether the saved value is still the one that the last save has replaced. */
  const isSavedOutdated = (edit?.version ?? 0) > (version ?? 0)
  const isDirty = editText !== undefined && (editText !== savedText || isSavedOutdated)

  function changeEdit(next: Edit<Value> | undefined): void {
    latestEdit.current = next
    setEdit(next)
  }

  useEffect(() => {
    let isMounted = true
    void moveUnsavedEditOfClosedTabToThisTab<Value>(name).then((moved) => {
      if (!isMounted || !moved || latestEdit.current) return
      latestEdit.current = toEdit(moved)
      unansweredRequest.current = moved.unansweredRequest
      setEdit(latestEdit.current)
      setRestored(true)
      setResetCount((count) => count + 1)
    })
    return () => {
      isMounted = false
    }
  }, [name])
  // When the edited value equals the saved value, this effect deletes the unsaved edit. During a save, the user may have
  // returned to the value that the save replaces.
  useEffect(() => {
    if (isSending || isSavedOutdated || editText === undefined || editText !== savedText) return
    // What is typed before this effect runs is newer.
    if (JSON.stringify(latestEdit.current?.value) !== editText) return
    latestEdit.current = undefined
    setEdit(undefined)
    deleteUnsavedEdit({ name, tabId: getCurrentTabId() })
  }, [name, editText, savedText, isSending, isSavedOutdated])
  // If a save succeeds but its response is lost, the saved value equals the value that the save has sent.
  // After such a save, this effect bases the unsaved edit on the new version of the saved value.
  useEffect(() => {
    const latest = latestEdit.current
    if (latest && latest.version !== version && sentText.current === savedText)
      latestStoreEdit.current({ value: latest.value, version, base: savedBase })
  }, [savedText, savedBase, version])
  useEffect(() => {
    if (!isDirty) return
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', askBeforeUnload)
    return () => window.removeEventListener('beforeunload', askBeforeUnload)
  }, [isDirty])

  const getLatestEdit = (): Edit<Value> => latestEdit.current ?? { value: saved, version, base: savedBase }
  function storeEdit(next: Edit<Value>, editName = name, makeInfo = info): void {
    changeEdit(next)
    const stored = { name: editName, ...next, info: makeInfo(next.value) }
    setStored(
      storeUnsavedEditOfThisTab({ ...stored, unansweredRequest: unansweredRequest.current }) ||
        // If the storage has no space for the edit with its unanswered request, the hook stores only the edit.
        storeUnsavedEditOfThisTab(stored),
    )
  }
  latestStoreEdit.current = storeEdit
  const unansweredRequestStorage: UnansweredRequestStorage = {
    read: () => unansweredRequest.current,
    write: (request) => {
      unansweredRequest.current = request
      storeUnansweredRequestInUnsavedEdit(name, request)
    },
  }
  return {
    value: edit ? edit.value : saved,
    /**
     * The version of the saved value on which the user's edit is based. It is the current one as long as the saved value is
     * still the same.
     */
    version: edit && edit.base !== savedBase ? edit.version : version,
    isDirty,
    /**
     * A number that increases when the whole value is replaced, for example by `discard`. Use it as the React key of a
     * form with its own state.
     */
    resetCount,
    /** Whether the value comes from an unsaved edit of an earlier visit. */
    isRestored: isRestored && isDirty,
    /** False if the browser's storage has no space for the edit. The edit then exists only on this page. */
    isStored: isStored || !isDirty,
    /** Returns the latest value, which may not be drawn yet. */
    getLatestValue: (): Value => getLatestEdit().value,
    setValue: (value: Value) => storeEdit({ ...getLatestEdit(), value }),
    /**
     * Changes the latest value with `update`. Use this function after a request, because the value of the last render
     * may be out of date.
     */
    updateValue: (update: (latest: Value) => Value) => {
      const latest = getLatestEdit()
      storeEdit({ ...latest, value: update(latest.value) })
    },
    /**
     * Call this before each save of an existing item, and `markFailed` if it fails. If the response is lost, the hook
     * can then recognize that the save has succeeded.
     */
    markSent: (value: Value) => {
      sentText.current = JSON.stringify(value)
      setSending(true)
    },
    markFailed: () => setSending(false),
    /**
     * Stores the request that creates an item from the edit. After a reload, the form can repeat this request, and the
     * API creates only one item.
     */
    unansweredRequestStorage,
    /** Deletes the unsaved edit and returns to the saved value. */
    discard: () => {
      changeEdit(undefined)
      unansweredRequest.current = undefined
      setRestored(false)
      setStored(true)
      setResetCount((count) => count + 1)
      deleteUnsavedEdit({ name, tabId: getCurrentTabId() })
    },
    /**
     * Call this after a save. Deletes the unsaved edit. If the user has changed the value during the save, stores a new
     * unsaved edit and returns false.
     */
    markSaved: (
      /** The saved value. If it is undefined, the hook treats the user's latest value as changed during the save. */
      value: Value | undefined,
      savedVersion: number | undefined,
      /**
       * If the save has created an item, pass the name and the list entry for unsaved edits of this item. The defaults
       * are those of the old unsaved edit.
       */
      next: { name?: string; info?: MakeInfo<Value> } = {},
    ): boolean => {
      const latest = latestEdit.current
      unansweredRequest.current = undefined
      deleteUnsavedEdit({ name, tabId: getCurrentTabId() })
      setRestored(false)
      setSending(false)
      if (latest && JSON.stringify(latest.value) !== JSON.stringify(value)) {
        storeEdit(
          {
            value: latest.value,
            version: savedVersion,
            base: value === undefined ? undefined : makeFingerprint(JSON.stringify(value)),
          },
          next.name,
          next.info,
        )
        return false
      }
      // What was stored after an earlier save has the new name.
      if (next.name !== undefined) deleteUnsavedEdit({ name: next.name, tabId: getCurrentTabId() })
      changeEdit(undefined)
      setStored(true)
      return true
    },
  }
}
