import type { UnansweredRequest } from '../api/unanswered-request.ts'
import { readUnsavedEditOfThisTab, type UnsavedEdit } from './store.ts'

export type Edit<Value> = { value: Value; version: number | undefined; base?: string | undefined }

export const toEdit = <Value>({ value, version, base }: UnsavedEdit<Value>): Edit<Value> => ({ value, version, base })

/**
 * What this tab knows of the edit of one item. Forms for the same item share it, so that a form that is opened while the save
 * of the one before is under way goes on with its edit.
 */
export type LiveEdit<Value> = {
  /** The name under which the edit is stored. It changes when a new item has been created. */
  name: string
  edit: Edit<Value> | undefined
  isRestored: boolean
  isStored: boolean
  resetCount: number
  unansweredRequest: UnansweredRequest | undefined
  /** What the service has stored at the last save. The page may not have loaded it yet. */
  lastSaved: { value: Value; version: number } | undefined
  /** The JSON of the last values that were sent and are not known to be saved. */
  sentTexts: readonly string[]
  /** How many saves are under way. */
  sendings: number
  /** How many forms are shown. */
  forms: number
  revision: number
  listeners: Set<() => void>
}

// biome-ignore lint/suspicious/noExplicitAny: the name of an edit tells the type of its value.
const liveEdits = new Map<string, LiveEdit<any>>()
const isInUse = ({ forms, sendings }: LiveEdit<unknown>) => forms > 0 || sendings > 0

const maxSentTexts = 3

let allSendings = 0
let waiting: (() => void)[] = []

/** Waits until no save of an edit is under way. */
export async function waitForSaves(): Promise<void> {
  while (allSendings > 0) await new Promise<void>((resolve) => waiting.push(resolve))
}

/** Returns whether a save of the edit with this name is under way. */
export const isEditBeingSaved = (name: string): boolean => (liveEdits.get(name)?.sendings ?? 0) > 0

/** Returns the edit with this name, or reads what is stored of it. */
export function getLiveEdit<Value>(name: string): LiveEdit<Value> {
  const known: LiveEdit<Value> | undefined = liveEdits.get(name)
  if (known && isInUse(known)) return known
  const stored = readUnsavedEditOfThisTab<Value>(name)
  const isRestored = stored !== undefined
  // Another page may have discarded or changed what is stored.
  if (known && JSON.stringify(known.edit?.value) === JSON.stringify(stored?.value))
    return Object.assign(known, { isRestored })
  const live: LiveEdit<Value> = {
    name,
    edit: stored && toEdit(stored),
    isRestored,
    isStored: true,
    resetCount: 0,
    unansweredRequest: stored?.unansweredRequest,
    lastSaved: undefined,
    sentTexts: [],
    sendings: 0,
    forms: 0,
    revision: 0,
    listeners: new Set(),
  }
  liveEdits.set(name, live)
  return live
}

/** Forgets an edit that is in no use, unless a failed save has sent it: that is still compared with what the service has. */
function keepOrForget(live: LiveEdit<unknown>): void {
  if (isInUse(live) || live.sentTexts.length > 0) liveEdits.set(live.name, live)
  else if (liveEdits.get(live.name) === live) liveEdits.delete(live.name)
}

/** Counts a form that appears or goes. */
export function countForm(live: LiveEdit<unknown>, change: 1 | -1): void {
  live.forms += change
  keepOrForget(live)
}

/** Changes a live edit, and draws its forms again. */
export function changeLiveEdit<Value>(live: LiveEdit<Value>, change: Partial<LiveEdit<Value>>): void {
  if (change.name !== undefined && change.name !== live.name && liveEdits.get(live.name) === live)
    liveEdits.delete(live.name)
  Object.assign(live, change)
  live.revision++
  keepOrForget(live)
  for (const listener of live.listeners) listener()
}

/** Call this when a save begins, with the JSON of the value that it sends. */
export function beginSending<Value>(live: LiveEdit<Value>, sentText: string): void {
  allSendings++
  changeLiveEdit(live, { sentTexts: [...live.sentTexts, sentText].slice(-maxSentTexts), sendings: live.sendings + 1 })
}

/** Call this when a save has ended, with what it has changed. */
export function endSending<Value>(live: LiveEdit<Value>, change: Partial<LiveEdit<Value>>): void {
  const ended = Math.min(live.sendings, 1)
  changeLiveEdit(live, { ...change, sendings: live.sendings - ended })
  allSendings -= ended
  if (allSendings > 0) return
  for (const resolve of waiting) resolve()
  waiting = []
}
