import { useEffect, useRef, useState } from 'react'
import { v4 } from 'uuid'
import { getErrorMessageForUser } from '../../api/api-error.ts'
import { runGraphqlOperation } from '../../api/request.ts'
import type { UnansweredRequest, UnansweredRequestStorage } from '../../api/unanswered-request.ts'
import { showErrorToast } from '../../ui/toast-queue.ts'
import { updateMutationsByLevel } from '../dialogs/EditOutlineItemDialog.tsx'
import { type DraftModule, findModuleOfLesson } from '../outline/moves.ts'
import { makePlaceAfter, type NewTitle, placeNewTitles } from './new-titles.ts'
import { insertPastedOutline } from './outline-changes.ts'
import type { OutlineWriter } from './use-write-outline.ts'

/** The title that is being written: a new one, or that of a module or lesson. `text` is the text at the start. */
export type TitleEdit = { id: string; text: string; newTitle?: NewTitle }
type SavedTitle = NewTitle & { isFailed: boolean }

const setName = (modules: readonly DraftModule[], id: string, name: string, version?: number): DraftModule[] => {
  const rename = <Item extends { id: string; name: string; version: number }>(item: Item): Item =>
    item.id === id ? { ...item, name, version: version ?? item.version } : item
  return modules.map((module) => ({ ...rename(module), lessons: module.lessons.map(rename) }))
}

/** Returns the title that is being written, and functions that rename, and that add modules and lessons by their titles. */
export function useTitles(modules: DraftModule[], writer: OutlineWriter) {
  const [edit, setEdit] = useState<TitleEdit>()
  const [saved, setSaved] = useState<readonly SavedTitle[]>([])
  /** The ids of saved new titles by their keys. */
  const ids = useRef(new Map<string, string>())
  /** The requests for new titles that got no answer, and the saves that are under way, by their keys. */
  const unanswered = useRef(new Map<string, UnansweredRequest>())
  const saves = useRef(new Map<string, Promise<void>>())
  const resolve = (idOrKey: string | undefined) =>
    idOrKey === undefined ? undefined : (ids.current.get(idOrKey) ?? idOrKey)

  useEffect(() => {
    const known = new Set(modules.flatMap(({ id, lessons }) => [id, ...lessons.map((lesson) => lesson.id)]))
    const isKnown = ({ key }: NewTitle) => known.has(ids.current.get(key) ?? '')
    setSaved((titles) => (titles.some(isKnown) ? titles.filter((title) => !isKnown(title)) : titles))
  }, [modules])

  const shownModules = placeNewTitles(modules, edit?.newTitle ? [...saved, edit.newTitle] : saved, ids.current)

  const makeStorage = (key: string): UnansweredRequestStorage => ({
    read: () => unanswered.current.get(key),
    write: (request) => (request ? unanswered.current.set(key, request) : unanswered.current.delete(key)),
  })
  async function saveNew(title: NewTitle): Promise<void> {
    setSaved((titles) => [...titles, { ...title, isFailed: false }])
    const pasted =
      title.level === 'lesson'
        ? { lessons: [title.name], modules: [] }
        : { lessons: [], modules: [{ name: title.name, lessons: [] }] }
    try {
      await writer.enqueue(async () => {
        const place = { moduleId: resolve(title.moduleId), after: resolve(title.after) }
        const storage = makeStorage(title.key)
        const isRepeated = storage.read() !== undefined
        const changes = await writer.writeNow((current) => insertPastedOutline(current, place, pasted), { storage })
        const created = changes.find(({ change, kind }) => change === 'created' && kind === title.level)?.recordId
        if (!created) throw new Error('The module of the lesson is gone.')
        ids.current.set(title.key, created)
        // The author may have changed the title since the first try.
        if (isRepeated)
          await runGraphqlOperation(updateMutationsByLevel[title.level], {
            id: created,
            input: { name: title.name },
            idempotencyKey: v4(),
          })
      })
    } catch (error) {
      setSaved((titles) => titles.map((other) => (other.key === title.key ? { ...other, isFailed: true } : other)))
      showErrorToast(`“${title.name}” was not added. ${getErrorMessageForUser(error)}`)
    }
  }

  async function saveName(id: string, name: string): Promise<void> {
    const level = findModuleOfLesson(modules, id) ? 'lesson' : 'module'
    await writer.show((current) => setName(current, id, name))
    try {
      await writer.enqueue(async () => {
        const all = writer.getModules().flatMap((module) => [module, ...module.lessons])
        const { updated } = await runGraphqlOperation(updateMutationsByLevel[level], {
          id,
          input: { name },
          expectedVersion: all.find((item) => item.id === id)?.version,
          idempotencyKey: v4(),
        })
        await writer.show((current) => setName(current, id, name, updated.version))
      })
    } catch (error) {
      showErrorToast(`The name “${name}” was not saved. ${getErrorMessageForUser(error)}`)
      setEdit((other) => other ?? { id, text: name })
    }
  }

  const isSaved = (id: string) => !saved.some(({ key }) => key === id)
  /** Begins to write a title after a module or lesson, or at another place. */
  function begin(place: Omit<NewTitle, 'key' | 'name'>): void {
    const newTitle = { ...place, key: v4(), name: '' }
    setEdit({ id: newTitle.key, text: '', newTitle })
  }
  /** Begins to rename a module or lesson, or to write a title again that was not saved. */
  function rename(id: string, text?: string): void {
    const failed = saved.find(({ key, isFailed }) => key === id && isFailed)
    if (failed) {
      setSaved((titles) => titles.filter(({ key }) => key !== id))
      setEdit({ id, text: failed.name, newTitle: failed })
      return
    }
    const item = shownModules.flatMap((module) => [module, ...module.lessons]).find((other) => other.id === id)
    if (isSaved(id) && (text ?? item)) setEdit({ id, text: text ?? item!.name })
  }
  /** Saves the title that is being written, if it has a text that is new. */
  function save(text: string): void {
    const name = text.trim()
    if (!edit || name === '') return
    if (edit.newTitle) saves.current.set(edit.id, saveNew({ ...edit.newTitle, name }))
    else if (name !== edit.text) void saveName(edit.id, name)
  }

  return {
    edit,
    shownModules,
    resolve,
    isSaved,
    /** Waits until a new title is saved. Returns its id, or undefined if it was not saved. */
    async whenSaved(key: string): Promise<string | undefined> {
      await saves.current.get(key)
      return ids.current.get(key)
    },
    isFailed: (id: string) => saved.some(({ key, isFailed }) => key === id && isFailed),
    /** Returns the key of a row, which stays the same when its title gets an id. */
    getRowKey: (id: string) => [...ids.current].find(([, savedId]) => savedId === id)?.[0] ?? id,
    begin,
    beginAfter: (id: string) => begin(makePlaceAfter(shownModules, id)),
    rename,
    save,
    leave: () => setEdit(undefined),
    setNewTitle: (newTitle: NewTitle) => setEdit((old) => old && { ...old, newTitle }),
  }
}
