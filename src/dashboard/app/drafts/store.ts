import { v4 } from 'uuid'
import type { BlockType, NodeKind } from '../generated/operations.ts'
import { getCurrentSession } from '../session/session.ts'
import { getCurrentTabId, listOpenTabIds } from './tab-id.ts'

/** The information about an unsaved draft that the list of unsaved drafts shows. */
export type UnsavedDraftListEntry = {
  title: string
  /** The URL path of the page on which the user can continue the unsaved draft. */
  href: string
  /**
   * The course, module, lesson or block that the unsaved draft belongs to. If it was deleted, the user cannot continue
   * the unsaved draft.
   */
  requires?: { level: NodeKind; id: string }
  /**
   * The block type of an unsaved draft that contains the content of a block. The user can add the unsaved draft of a
   * block to any lesson.
   */
  blockType?: BlockType
}

/**
 * An unsaved draft: the unsaved edits of one form, which localStorage keeps for one user and one browser tab. `version`
 * is the saved version that the user has edited.
 */
export type UnsavedDraft<Value = unknown> = {
  name: string
  tabId: string
  userId: string
  value: Value
  version?: number
  /** The time of the last edit, in milliseconds since 1970. */
  editedAt: number
  info: UnsavedDraftListEntry
}

type DraftKey = { name: string; tabId: string }

const keyPrefix = 'draft:'
const dayMs = 86_400_000
/**
 * The maximum length of all unsaved drafts together, in characters. Browsers store about five million characters for a
 * site, and the unsaved drafts may use half of that space.
 */
const maxTotalDraftChars = 2_500_000
export const maxDraftAgeDays = 30

const keyOf = ({ name, tabId }: DraftKey) => `${keyPrefix}${tabId}:${name}`
const nameFromKey = (key: string) => key.slice(key.indexOf(':', keyPrefix.length) + 1)
const draftKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(keyPrefix))

function parseDraft(key: string): UnsavedDraft | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as UnsavedDraft
  } catch {
    return undefined
  }
}

function currentUserId(): string {
  const session = getCurrentSession()
  return session.state === 'signedIn' ? session.userId : ''
}

let cachedNames: ReadonlySet<string> | undefined
const listeners = new Set<() => void>()

function notifyListeners(): void {
  cachedNames = undefined
  for (const listener of listeners) listener()
}

/**
 * Returns the names of the unsaved drafts of all tabs. The function returns the same `Set` object until an unsaved
 * draft changes, because React would otherwise render again without end.
 */
export function getUnsavedDraftNamesOfAllTabs(): ReadonlySet<string> {
  cachedNames ??= new Set(draftKeys().map(nameFromKey))
  return cachedNames
}

const allDrafts = () => draftKeys().flatMap((key) => parseDraft(key) ?? [])

/** Returns the unsaved drafts of the signed-in user, newest first. */
export const listUnsavedDraftsOfUser = (): readonly UnsavedDraft[] =>
  allDrafts()
    .filter((draft) => draft.userId === currentUserId())
    .toSorted((one, other) => other.editedAt - one.editedAt)

/** Returns the user's unsaved draft with the given name in this tab, or undefined if there is no such unsaved draft. */
export function readUnsavedDraftOfThisTab<Value>(name: string): UnsavedDraft<Value> | undefined {
  const draft = parseDraft(keyOf({ name, tabId: getCurrentTabId() }))
  return draft?.userId === currentUserId() ? (draft as UnsavedDraft<Value>) : undefined
}

function write(draft: UnsavedDraft): boolean {
  const key = keyOf(draft)
  const text = JSON.stringify(draft)
  const others = draftKeys().filter((other) => other !== key)
  const totalChars = others.reduce((sum, other) => sum + (localStorage.getItem(other)?.length ?? 0), text.length)
  try {
    if (totalChars > maxTotalDraftChars) return false
    localStorage.setItem(key, text)
    return true
  } catch {
    return false
  } finally {
    notifyListeners()
  }
}

/**
 * Stores an unsaved draft of this tab. Returns false if the browser's storage is full, because other unsaved drafts are
 * never deleted to free storage.
 */
export const storeUnsavedDraftOfThisTab = (draft: Pick<UnsavedDraft, 'name' | 'value' | 'version' | 'info'>): boolean =>
  write({ ...draft, tabId: getCurrentTabId(), userId: currentUserId(), editedAt: Date.now() })

export function deleteUnsavedDraft(draft: DraftKey): void {
  localStorage.removeItem(keyOf(draft))
  notifyListeners()
}

/**
 * Moves an unsaved draft to this tab. If this tab already has another unsaved draft with the same name, the function
 * keeps the other draft, but stores it under a new tab id.
 */
export function moveUnsavedDraftToThisTab(draft: UnsavedDraft): void {
  if (draft.tabId === getCurrentTabId()) return
  const replaced = readUnsavedDraftOfThisTab(draft.name)
  localStorage.removeItem(keyOf(draft))
  if (replaced) {
    localStorage.removeItem(keyOf(replaced))
    write({ ...replaced, tabId: v4() })
  }
  write({ ...draft, tabId: getCurrentTabId() })
}

/**
 * Moves the newest unsaved draft with the given name from a closed tab to this tab, and returns the unsaved draft.
 * Returns undefined if this tab already has an unsaved draft with that name.
 */
export async function moveUnsavedDraftOfClosedTabToThisTab<Value>(
  name: string,
): Promise<UnsavedDraft<Value> | undefined> {
  if (!getUnsavedDraftNamesOfAllTabs().has(name)) return undefined
  const openIds = await listOpenTabIds()
  if (readUnsavedDraftOfThisTab(name)) return undefined
  const draft = listUnsavedDraftsOfUser().find((candidate) => candidate.name === name && !openIds.has(candidate.tabId))
  if (draft) moveUnsavedDraftToThisTab(draft)
  return draft as UnsavedDraft<Value> | undefined
}

/** Deletes the unsaved drafts of closed tabs that are older than `maxDraftAgeDays`. */
export async function deleteOldUnsavedDrafts(): Promise<void> {
  const openIds = await listOpenTabIds()
  const oldest = Date.now() - maxDraftAgeDays * dayMs
  for (const draft of allDrafts()) if (!openIds.has(draft.tabId) && draft.editedAt < oldest) deleteUnsavedDraft(draft)
}

window.addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(keyPrefix)) notifyListeners()
})

/** Calls `listener` when an unsaved draft changes in any tab. Returns a function that removes the listener. */
export function subscribeToUnsavedDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
