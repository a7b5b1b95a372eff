import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { UnansweredRequestStorage } from '../api/unanswered-request.ts'
import { makeFingerprint } from './fingerprint.ts'
import {
  beginSending,
  changeLiveEdit,
  countForm,
  type Edit,
  endSending,
  getLiveEdit,
  type LiveEdit,
  toEdit,
} from './live-edit.ts'
import {
  deleteUnsavedEdit,
  getUnsavedEditNamesOfAllTabs,
  moveUnsavedEditOfClosedTabToThisTab,
  storeUnansweredRequestInUnsavedEdit,
  storeUnsavedEditOfThisTab,
  subscribeToUnsavedEdits,
  type UnsavedEditListEntry,
} from './store.ts'
import { getCurrentTabId } from './tab-id.ts'

/** Returns whether any tab has an unsaved edit with the given name. Other edits, which change with each key, draw nothing. */
export const useHasUnsavedEdit = (name: string): boolean =>
  useSyncExternalStore(subscribeToUnsavedEdits, () => getUnsavedEditNamesOfAllTabs().has(name))

type MakeInfo<Value> = (value: Value) => UnsavedEditListEntry
type UnsavedEditOptions<Value> = { saved: Value; version?: number; info: MakeInfo<Value> }

/** Returns the live edit with a name, and draws the form again whenever it changes. */
function useLiveEdit<Value>(name: string): LiveEdit<Value> {
  const held = useRef<{ name: string; live: LiveEdit<Value> }>(undefined)
  if (held.current?.name !== name) held.current = { name, live: getLiveEdit<Value>(name) }
  const { live } = held.current
  const subscribe = useCallback(
    (listener: () => void) => {
      live.listeners.add(listener)
      return () => live.listeners.delete(listener)
    },
    [live],
  )
  useSyncExternalStore(subscribe, () => live.revision)
  useEffect(() => {
    countForm(live, 1)
    return () => countForm(live, -1)
  }, [live])
  return live
}

/**
 * Returns a value that the user can edit. Until the value is saved, the hook stores each change as an unsaved edit, so
 * that a reload or a failed save loses nothing.
 */
export function useUnsavedEdit<Value>(name: string, { info, ...loaded }: UnsavedEditOptions<Value>) {
  const live = useLiveEdit<Value>(name)
  const { edit, isRestored, isStored, resetCount, lastSaved } = live
  const { value: saved, version } =
    lastSaved && (loaded.version ?? 0) < lastSaved.version
      ? lastSaved
      : { value: loaded.saved, version: loaded.version }
  const latestStoreEdit = useRef<(next: Edit<Value>) => void>(() => {})
  /** Whether a save is under way that may replace the saved value. */
  const isSending = live.sendings > 0
  const savedText = useMemo(() => JSON.stringify(saved), [saved])
  const savedBase = useMemo(() => makeFingerprint(savedText), [savedText])
  const editText = useMemo(() => edit && JSON.stringify(edit.value), [edit])
  /** Whether the saved value is still the one that the last save has replaced. */
  const isSavedOutdated = (edit?.version ?? 0) > (version ?? 0)
  const isDirty = editText !== undefined && (editText !== savedText || isSavedOutdated)

  useEffect(() => {
    let isMounted = true
    void moveUnsavedEditOfClosedTabToThisTab<Value>(name).then((moved) => {
      if (!isMounted || !moved || live.edit) return
      changeLiveEdit(live, {
        edit: toEdit(moved),
        unansweredRequest: moved.unansweredRequest,
        isRestored: true,
        resetCount: live.resetCount + 1,
      })
    })
    return () => {
      isMounted = false
    }
  }, [name, live])
  // When the edited value equals the saved value, this effect deletes the unsaved edit. During a save, the user may have
  // returned to the value that the save replaces.
  useEffect(() => {
    if (isSending || isSavedOutdated || editText === undefined || editText !== savedText) return
    // What is typed before this effect runs is newer.
    if (JSON.stringify(live.edit?.value) !== editText) return
    changeLiveEdit(live, { edit: undefined })
    deleteUnsavedEdit({ name: live.name, tabId: getCurrentTabId() })
  }, [live, editText, savedText, isSending, isSavedOutdated])
  // If a save succeeds but its response is lost, the saved value equals the value that the save has sent.
  // After such a save, this effect bases the unsaved edit on the new version of the saved value.
  useEffect(() => {
    const latest = live.edit
    if (latest && latest.version !== version && live.sentTexts.includes(savedText))
      latestStoreEdit.current({ value: latest.value, version, base: savedBase })
  }, [live, savedText, savedBase, version])
  useEffect(() => {
    if (!isDirty) return
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', askBeforeUnload)
    return () => window.removeEventListener('beforeunload', askBeforeUnload)
  }, [isDirty])

  const getLatestEdit = (): Edit<Value> => live.edit ?? { value: saved, version, base: savedBase }
  function storeEdit(next: Edit<Value>, makeInfo = info): void {
    const stored = { name: live.name, ...next, info: makeInfo(next.value) }
    const isNextStored =
      storeUnsavedEditOfThisTab({ ...stored, unansweredRequest: live.unansweredRequest }) ||
      // If the storage has no space for the edit with its unanswered request, the hook stores only the edit.
      storeUnsavedEditOfThisTab(stored)
    changeLiveEdit(live, { edit: next, isStored: isNextStored })
  }
  latestStoreEdit.current = storeEdit
  const unansweredRequestStorage: UnansweredRequestStorage = {
    read: () => live.unansweredRequest,
    write: (request) => {
      live.unansweredRequest = request
      storeUnansweredRequestInUnsavedEdit(live.name, request)
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
    /** The version of the saved value. */
    savedVersion: version,
    /** Whether a save has succeeded since the form is there. */
    isSaved: lastSaved !== undefined,
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
    markSent: (value: Value) => beginSending(live, JSON.stringify(value)),
    markFailed: () => endSending(live, {}),
    /** Whether a save is under way, of this form or of one that has gone. */
    isSending,
    /** Returns whether there is an edit, which a form that has not been drawn since does not know. */
    hasLatest: () => live.edit !== undefined,
    /** Returns whether all forms for the item have gone. */
    isLeft: () => live.forms === 0,
    /**
     * Stores the request that creates an item from the edit. After a reload, the form can repeat this request, and the
     * API creates only one item.
     */
    unansweredRequestStorage,
    /** Deletes the unsaved edit and returns to the saved value. */
    discard: () => {
      changeLiveEdit(live, {
        edit: undefined,
        unansweredRequest: undefined,
        isRestored: false,
        isStored: true,
        resetCount: live.resetCount + 1,
      })
      deleteUnsavedEdit({ name: live.name, tabId: getCurrentTabId() })
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
      next: {
        name?: string
        info?: MakeInfo<Value>
        /** What the service has instead of `value`. */
        stored?: Value
      } = {},
    ): boolean => {
      const latest = live.edit
      const stored = next.stored ?? value
      deleteUnsavedEdit({ name: live.name, tabId: getCurrentTabId() })
      const isChanged = latest !== undefined && JSON.stringify(latest.value) !== JSON.stringify(value)
      endSending(live, {
        unansweredRequest: undefined,
        isRestored: false,
        sentTexts: [],
        ...(stored !== undefined &&
          savedVersion !== undefined && { lastSaved: { value: stored, version: savedVersion } }),
        name: next.name ?? live.name,
        ...(!isChanged && { edit: undefined, isStored: true }),
      })
      if (!isChanged) return true
      const base = value === undefined ? undefined : makeFingerprint(JSON.stringify(value))
      storeEdit({ value: latest.value, version: savedVersion, base }, next.info)
      return false
    },
  }
}
