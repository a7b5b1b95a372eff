import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { UnsavedEdit } from '../../src/dashboard/app/unsaved-edits/store.ts'

/** localStorage or sessionStorage of a browser. Its own properties are the stored items. */
class MemoryStorage {
  [key: string]: unknown
  getItem(key: string) {
    return Object.hasOwn(this, key) ? (this[key] as string) : null
  }
  setItem(key: string, text: string) {
    this[key] = text
  }
  removeItem(key: string) {
    delete this[key]
  }
}

let tab: typeof import('../../src/dashboard/app/unsaved-edits/tab-id.ts')
let store: typeof import('../../src/dashboard/app/unsaved-edits/store.ts')
let local: MemoryStorage
let session: MemoryStorage
/** The held locks, each with its owner. */
const locks = new Map<string, object>()
/** A promise that the browser's answer about the held locks waits for. */
let lockAnswer: Promise<unknown>
/** The window of the page, which tells of changes in other tabs. */
const page = new EventTarget()
const tellOfChange = (key: string | null) => page.dispatchEvent(Object.assign(new Event('storage'), { key }))

const lockManager = {
  request: (name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<never>) =>
    new Promise((_resolve, reject) => {
      if (!locks.has(name)) locks.set(name, hold)
      if (locks.get(name) === hold) void hold()
      else signal.addEventListener('abort', () => reject(signal.reason))
    }),
  query: async () => {
    await lockAnswer
    return { held: [...locks.keys()].map((name) => ({ name })) }
  },
}

beforeAll(async () => {
  vi.stubGlobal('window', page)
  vi.stubGlobal('navigator', { locks: lockManager })
  tab = await import('../../src/dashboard/app/unsaved-edits/tab-id.ts')
  store = await import('../../src/dashboard/app/unsaved-edits/store.ts')
})
beforeEach(async () => {
  locks.clear()
  local = new MemoryStorage()
  session = new MemoryStorage()
  lockAnswer = Promise.resolve()
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
  tellOfChange(null)
  await tab.assignTabId()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
afterAll(() => void vi.unstubAllGlobals())

const openOtherTab = (id: string) => locks.set(`tab:${id}`, {})
const info = { title: 'Text', href: '/' }
/** Stores an unsaved edit as another tab does. Nobody is signed in, so the user has an empty id. */
function plant(fields: Partial<UnsavedEdit> = {}): UnsavedEdit {
  const edit = { name: 'block:1', tabId: 'closed', userId: '', value: 'kept', editedAt: Date.now(), info, ...fields }
  local.setItem(`draft:${edit.tabId}:${edit.name}`, JSON.stringify(edit))
  return edit
}
const valuesIn = (edits: readonly UnsavedEdit[]) => edits.map(({ value }) => value)

test('a tab keeps its id after a reload, and a duplicate of a tab gets another id', async () => {
  const id = tab.getCurrentTabId()
  expect([session.getItem('tab'), [...locks.keys()]]).toEqual([id, [`tab:${id}`]])
  locks.clear()
  await tab.assignTabId()
  expect([tab.getCurrentTabId(), session.getItem('tab'), [...locks.keys()]]).toEqual([id, id, [`tab:${id}`]])
  const waiting = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(waiting.signal)
  const assigned = tab.assignTabId()
  expect(timeout.mock.calls).toEqual([[1000]])
  waiting.abort()
  await assigned
  const copy = tab.getCurrentTabId()
  expect([copy === id, session.getItem('tab')]).toEqual([false, copy])
  expect(await tab.listOpenTabIds()).toEqual(new Set([id, copy]))
})

test('a lock with another name does not count as an open tab', async () => {
  locks.set('other:tab:1', {})
  expect(await tab.listOpenTabIds()).toEqual(new Set([tab.getCurrentTabId()]))
})

test('all unsaved edits have at most 2,500,000 characters, and an edit that is too long deletes none', async () => {
  const sizeOf = () => Object.values(local).reduce<number>((sum, text) => sum + (text as string).length, 0)
  plant({ value: 'x'.repeat(2_000_000) })
  expect(store.storeUnsavedEditOfThisTab({ name: 'block:2', value: '', info })).toBe(true)
  const fitting = 'y'.repeat(2_500_000 - sizeOf())
  local.setItem('other', 'not an edit')
  expect(store.storeUnsavedEditOfThisTab({ name: 'block:2', value: fitting, info })).toBe(true)
  expect(store.storeUnsavedEditOfThisTab({ name: 'block:2', value: `${fitting}y`, info })).toBe(false)
  expect(store.readUnsavedEditOfThisTab('block:2')?.value).toBe(fitting)
  expect(local.getItem('draft:closed:block:1')).toHaveLength(
    2_500_000 - JSON.stringify(store.readUnsavedEditOfThisTab('block:2')).length,
  )
})

test('an edit that the browser refuses to store is reported, and the edit before it stays', async () => {
  store.storeUnsavedEditOfThisTab({ name: 'block:2', value: 'before', info })
  vi.spyOn(local, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(store.storeUnsavedEditOfThisTab({ name: 'block:2', value: 'after', info })).toBe(false)
  expect(store.readUnsavedEditOfThisTab('block:2')?.value).toBe('before')
})

test('edits of other users and texts that are no edit are neither listed nor read, the newest edit comes first', async () => {
  plant({ value: 'older', editedAt: 1 })
  plant({ name: 'block:2', value: 'newer', editedAt: 2 })
  plant({ name: 'block:3', tabId: tab.getCurrentTabId(), userId: 'somebody else' })
  local.setItem('draft:closed:block:4', '{"half')
  local.setItem('unsaved:closed:block:5', JSON.stringify({ userId: '' }))
  expect(valuesIn(store.listUnsavedEditsOfCurrentUser())).toEqual(['newer', 'older'])
  expect(['block:1', 'block:3', 'block:4'].map((name) => store.readUnsavedEditOfThisTab(name))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a tab takes the newest edit of a closed tab with the same name, and leaves those of open tabs', async () => {
  openOtherTab('open')
  plant({ tabId: 'closed', value: 'older', editedAt: 1 })
  plant({ tabId: 'also closed', value: 'newer', editedAt: 2 })
  plant({ tabId: 'open', value: 'open', editedAt: 3 })
  plant({ name: 'block:12', value: 'another block', editedAt: 4 })
  expect((await store.moveUnsavedEditOfClosedTabToThisTab('block:1'))?.value).toBe('newer')
  expect(store.readUnsavedEditOfThisTab('block:1')?.value).toBe('newer')
  expect(valuesIn(store.listUnsavedEditsOfCurrentUser()).toSorted()).toEqual([
    'another block',
    'newer',
    'older',
    'open',
  ])
  expect(await store.moveUnsavedEditOfClosedTabToThisTab('block:1')).toBeUndefined()
  expect(await store.moveUnsavedEditOfClosedTabToThisTab('block:9')).toBeUndefined()
})

test('what the user types while the browser answers which tabs are open is not replaced', async () => {
  plant({ value: 'of a closed tab' })
  const answer = Promise.withResolvers<void>()
  lockAnswer = answer.promise
  const moving = store.moveUnsavedEditOfClosedTabToThisTab('block:1')
  store.storeUnsavedEditOfThisTab({ name: 'block:1', value: 'typed meanwhile', info })
  answer.resolve()
  expect([await moving, store.readUnsavedEditOfThisTab('block:1')?.value]).toEqual([undefined, 'typed meanwhile'])
})

test('an edit that the user continues in a tab with another edit of the same name replaces none', async () => {
  const other = plant({ value: 'continued' })
  store.storeUnsavedEditOfThisTab({ name: 'block:1', value: 'of this tab', info })
  store.moveUnsavedEditToThisTab(other)
  expect(store.readUnsavedEditOfThisTab('block:1')?.value).toBe('continued')
  expect(valuesIn(store.listUnsavedEditsOfCurrentUser()).toSorted()).toEqual(['continued', 'of this tab'])
  store.moveUnsavedEditToThisTab(store.readUnsavedEditOfThisTab('block:1')!)
  expect(valuesIn(store.listUnsavedEditsOfCurrentUser()).toSorted()).toEqual(['continued', 'of this tab'])
})

test('an edit that another user has left in this tab is neither replaced nor deleted', async () => {
  const tabId = tab.getCurrentTabId()
  const key = `draft:${tabId}:block:1`
  const listValuesOfOtherUser = () =>
    Object.values(local)
      .map((text) => JSON.parse(text as string) as UnsavedEdit)
      .flatMap(({ userId, value }) => (userId === 'somebody else' ? [value] : []))
  const plantOfOtherUser = (value: string) => plant({ tabId, userId: 'somebody else', value })

  plantOfOtherUser('first')
  store.deleteUnsavedEdit({ name: 'block:1', tabId })
  expect(local.getItem(key)).toContain('first')
  expect(store.storeUnsavedEditOfThisTab({ name: 'block:1', value: 'mine', info })).toBe(true)
  expect([store.readUnsavedEditOfThisTab('block:1')?.value, listValuesOfOtherUser()]).toEqual(['mine', ['first']])
  store.deleteUnsavedEdit({ name: 'block:1', tabId })
  expect([local.getItem(key), listValuesOfOtherUser()]).toEqual([null, ['first']])

  plantOfOtherUser('second')
  store.moveUnsavedEditToThisTab(plant({ value: 'continued' }))
  expect(store.readUnsavedEditOfThisTab('block:1')?.value).toBe('continued')
  expect(listValuesOfOtherUser().toSorted()).toEqual(['first', 'second'])
})

test('an edit of a closed tab is moved although the edits are already longer than their maximum', () => {
  plant({ tabId: 'open', name: 'block:2', value: 'x'.repeat(1_500_000), editedAt: 2 })
  const edit = plant({ value: 'y'.repeat(1_500_000), editedAt: 1 })
  expect(store.moveUnsavedEditToThisTab(edit)).toBe(true)
  expect(store.readUnsavedEditOfThisTab('block:1')?.value).toBe(edit.value)
  expect(store.listUnsavedEditsOfCurrentUser().map(({ name, tabId }) => [name, tabId])).toEqual([
    ['block:2', 'open'],
    ['block:1', tab.getCurrentTabId()],
  ])
})

test('an edit that the browser refuses to move is reported and stays where it is', () => {
  const edit = plant({ value: 'kept' })
  const setItem = local.setItem.bind(local)
  vi.spyOn(local, 'setItem').mockImplementation((key, text) => {
    if (!key.includes('closed')) throw new DOMException('full', 'QuotaExceededError')
    setItem(key, text)
  })
  expect(store.moveUnsavedEditToThisTab(edit)).toBe(false)
  expect(store.listUnsavedEditsOfCurrentUser()).toEqual([edit])
})

test('edits of closed tabs are deleted 30 days after their last edit, those of open tabs are not', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  openOtherTab('open')
  const days = (count: number) => Date.now() - count * 86_400_000
  plant({ name: 'a', editedAt: days(30) - 1 })
  plant({ name: 'b', editedAt: days(30) })
  plant({ name: 'c', tabId: 'open', editedAt: days(31) })
  plant({ name: 'd', userId: 'somebody else', editedAt: days(31) })
  await store.deleteOldUnsavedEdits()
  expect(Object.keys(local)).toEqual(['draft:closed:b', 'draft:open:c'])
})

test('listeners are told of each change of an edit in any tab, and the names stay the same object meanwhile', async () => {
  let calls = 0
  const unsubscribe = store.subscribeToUnsavedEdits(() => {
    calls++
  })
  const names = store.getUnsavedEditNamesOfAllTabs()
  tellOfChange('scheme')
  expect([store.getUnsavedEditNamesOfAllTabs() === names, calls]).toEqual([true, 0])
  plant()
  tellOfChange('draft:closed:block:1')
  expect([store.getUnsavedEditNamesOfAllTabs(), calls]).toEqual([new Set(['block:1']), 1])
  store.storeUnsavedEditOfThisTab({ name: 'block:2', value: '', info })
  expect([store.getUnsavedEditNamesOfAllTabs(), calls]).toEqual([new Set(['block:1', 'block:2']), 2])
  store.deleteUnsavedEdit({ name: 'block:1', tabId: 'closed' })
  expect([store.getUnsavedEditNamesOfAllTabs(), calls]).toEqual([new Set(['block:2']), 3])
  for (const key of Object.keys(local)) local.removeItem(key)
  tellOfChange(null)
  expect([store.getUnsavedEditNamesOfAllTabs(), calls]).toEqual([new Set(), 4])
  unsubscribe()
  tellOfChange(null)
  expect(calls).toBe(4)
})

test('a browser without locks, as over plain HTTP from another computer, gives the tab a new id', async () => {
  const before = tab.getCurrentTabId()
  vi.stubGlobal('navigator', {})
  try {
    await tab.assignTabId()
    expect([tab.getCurrentTabId() === before, tab.getCurrentTabId().length]).toEqual([false, 36])
    expect(await tab.listOpenTabIds()).toEqual(new Set())
  } finally {
    vi.stubGlobal('navigator', { locks: lockManager })
  }
})
