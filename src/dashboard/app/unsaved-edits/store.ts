import { v4 } from 'uuid'
import type { UnansweredRequest } from '../api/unanswered-request.ts'
import type { BlockType, NodeKind } from '../generated/operations.ts'
import { getSignInStatus } from '../session/sign-in.ts'
import { getCurrentTabId, listOpenTabIds } from './tab-id.ts'

/** An entry in the list of unsaved edits that the home page shows. */
export type UnsavedEditListEntry = {
  title: string
  /** The URL path of the page on which the user can continue the unsaved edit. */
  href: string
  /**
   * The item that must exist before the user can continue the edit. If the item is deleted, the user can only copy or
   * discard the edit.
   */
  requires?: { level: NodeKind; id: string }
  /**
   * The type of the edited block. If the block was deleted, the user can add the content to another lesson as a new
   * block.
   */
  blockType?: BlockType
}

/**
 * The text that a user has typed into a form and not saved. `name` says what the user edits, such as `module:ID`.
 * localStorage contains one unsaved edit for each name and browser tab.
 */
export type UnsavedEdit<Value = unknown> = {
  name: string
  tabId: string
  userId: string
  value: Value
  /** The version of the saved item on which the edit is based. */
  version?: number
  /**
   * The fingerprint of the saved value on which the edit is based. The version of an item can change without its value,
   * for example when a course is published.
   */
  base?: string
  /** The time of the last edit, in milliseconds since 1970. */
  editedAt: number
  info: UnsavedEditListEntry
  /**
   * The request that was sent to create an item from this edit. When the result of the request is known, the property
   * is removed.
   */
  unansweredRequest?: UnansweredRequest
}

type UnsavedEditKey = { name: string; tabId: string }

/**
 * The prefix of the keys in localStorage. Do not change it: the dashboard would no longer find the edits that are
 * already stored.
 */
const keyPrefix = 'draft:'
const dayMs = 86_400_000
/** The maximum length of all unsaved edits together: half of the characters that browsers store for a site. */
const maxTotalChars = 2_500_000
export const maxUnsavedEditAgeDays = 30

const keyOf = ({ name, tabId }: UnsavedEditKey) => `${keyPrefix}${tabId}:${name}`
const nameFromKey = (key: string) => key.slice(key.indexOf(':', keyPrefix.length) + 1)
const storageKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(keyPrefix))

function parseUnsavedEdit(key: string): UnsavedEdit | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as UnsavedEdit
  } catch {
    return undefined
  }
}

function currentUserId(): string {
  const status = getSignInStatus()
  return status.state === 'signedIn' ? status.userId : ''
}

let cachedNames: ReadonlySet<string> | undefined
const listeners = new Set<() => void>()

function notifyListeners(): void {
  cachedNames = undefined
  for (const listener of listeners) listener()
}

/**
 * Returns the names of the unsaved edits of all tabs. `useSyncExternalStore` needs the same `Set` until an edit
 * changes.
 */
export function getUnsavedEditNamesOfAllTabs(): ReadonlySet<string> {
  cachedNames ??= new Set(storageKeys().map(nameFromKey))
  return cachedNames
}

const listAllUnsavedEdits = () => storageKeys().flatMap((key) => parseUnsavedEdit(key) ?? [])

/** Returns the unsaved edits of the signed-in user, newest first. */
export const listUnsavedEditsOfCurrentUser = (): readonly UnsavedEdit[] =>
  listAllUnsavedEdits()
    .filter((edit) => edit.userId === currentUserId())
    .toSorted((one, other) => other.editedAt - one.editedAt)

/** Returns the user's unsaved edit with the given name in this tab, or undefined if there is no such unsaved edit. */
export function readUnsavedEditOfThisTab<Value>(name: string): UnsavedEdit<Value> | undefined {
  const edit = parseUnsavedEdit(keyOf({ name, tabId: getCurrentTabId() }))
  return edit?.userId === currentUserId() ? (edit as UnsavedEdit<Value>) : undefined
}

/** Returns the length of all unsaved edits except the one with the given key, in characters. */
const countCharsOfOthers = (key: string): number =>
  storageKeys()
    .filter((other) => other !== key)
    .reduce((sum, other) => sum + (localStorage.getItem(other)?.length ?? 0), 0)

/** Stores an unsaved edit. Returns false if the browser's storage has no space. */
function write(edit: UnsavedEdit): boolean {
  try {
    localStorage.setItem(keyOf(edit), JSON.stringify(edit))
    return true
  } catch {
    return false
  } finally {
    notifyListeners()
  }
}

/**
 * Replaces the tab id of an unsaved edit. If the browser refuses to store the edit with the new tab id, the edit keeps
 * its old tab id, and the function returns false.
 */
function move(edit: UnsavedEdit, tabId: string): boolean {
  const key = keyOf(edit)
  const text = localStorage.getItem(key)
  localStorage.removeItem(key)
  // `maxTotalChars` does not apply, because a move adds no text.
  const isMoved = write({ ...edit, tabId })
  if (!isMoved && text !== null) localStorage.setItem(key, text)
  return isMoved
}

/**
 * Stores an unsaved edit of this tab. Returns false if the browser's storage is full or `maxTotalChars` would be
 * exceeded.
 */
export function storeUnsavedEditOfThisTab(
  edit: Pick<UnsavedEdit, 'name' | 'value' | 'version' | 'base' | 'info' | 'unansweredRequest'>,
): boolean {
  const tabId = getCurrentTabId()
  const userId = currentUserId()
  const replaced = parseUnsavedEdit(keyOf({ name: edit.name, tabId }))
  // If this tab has another user's unsaved edit with the same name, that edit gets a new tab id.
  // Otherwise, the new edit would overwrite the other user's text.
  if (replaced && replaced.userId !== userId && !move(replaced, v4())) return false
  const stored = { ...edit, tabId, userId, editedAt: Date.now() }
  if (countCharsOfOthers(keyOf(stored)) + JSON.stringify(stored).length > maxTotalChars) return false
  return write(stored)
}

/**
 * Stores an unanswered request in the unsaved edit of this tab, or removes it if `unansweredRequest` is undefined. If
 * the browser's storage is full, the unsaved edit does not change.
 */
export function storeUnansweredRequestInUnsavedEdit(
  name: string,
  unansweredRequest: UnansweredRequest | undefined,
): void {
  const edit = readUnsavedEditOfThisTab(name)
  if (edit) write({ ...edit, unansweredRequest })
}

function remove(edit: UnsavedEditKey): void {
  localStorage.removeItem(keyOf(edit))
  notifyListeners()
}

/** Deletes an unsaved edit, but only if it belongs to the signed-in user. */
export function deleteUnsavedEdit(edit: UnsavedEditKey): void {
  if (parseUnsavedEdit(keyOf(edit))?.userId === currentUserId()) remove(edit)
}

/**
 * Moves an unsaved edit to this tab. If this tab already has an edit with the same name, that edit gets a new tab id.
 * Returns false if the browser's storage is full.
 */
export function moveUnsavedEditToThisTab(edit: UnsavedEdit): boolean {
  if (edit.tabId === getCurrentTabId()) return true
  const replaced = parseUnsavedEdit(keyOf({ name: edit.name, tabId: getCurrentTabId() }))
  if (replaced && !move(replaced, v4())) return false
  return move(edit, getCurrentTabId())
}

/**
 * Returns the newest unsaved edit with this name from closed tabs, and moves the edit to this tab unless the storage is
 * full.
 */
export async function moveUnsavedEditOfClosedTabToThisTab<Value>(
  name: string,
): Promise<UnsavedEdit<Value> | undefined> {
  if (!getUnsavedEditNamesOfAllTabs().has(name)) return undefined
  const openIds = await listOpenTabIds()
  if (readUnsavedEditOfThisTab(name)) return undefined
  const edit = listUnsavedEditsOfCurrentUser().find(
    (candidate) => candidate.name === name && !openIds.has(candidate.tabId),
  )
  if (edit) moveUnsavedEditToThisTab(edit)
  return edit as UnsavedEdit<Value> | undefined
}

/** Deletes unsaved edits that are older than `maxUnsavedEditAgeDays` and belong to closed tabs. */
export async function deleteOldUnsavedEdits(): Promise<void> {
  const openIds = await listOpenTabIds()
  const oldest = Date.now() - maxUnsavedEditAgeDays * dayMs
  for (const edit of listAllUnsavedEdits()) if (!openIds.has(edit.tabId) && edit.editedAt < oldest) remove(edit)
}

window.addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(keyPrefix)) notifyListeners()
})

/** Calls `listener` when an unsaved edit changes in any tab. Returns a function that removes the listener. */
export function subscribeToUnsavedEdits(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
