import type { JsonObject } from '../operations/json-object.ts'
import type { FixEdit } from './model/check.ts'

type Splice = FixEdit & { from: number; to: number; value: string }

const isSplice = (edit: FixEdit): edit is Splice => edit.from !== undefined && edit.to !== undefined

const isWithin = (path: string, other: string) => path === other || path.startsWith(`${other}/`)

/**
 * Returns whether two edits contradict each other: both change the same characters of a text, or one edit replaces a
 * field that the other edit also changes.
 */
function contradict(one: FixEdit, other: FixEdit): boolean {
  if (isSplice(one) && isSplice(other)) return one.path === other.path && one.from < other.to && other.from < one.to
  return isWithin(one.path, other.path) || isWithin(other.path, one.path)
}

/**
 * Returns whether two lists of edits can both be applied: no edit of the first list contradicts an edit of the second
 * list.
 */
export const canApplyEditsTogether = (edits: readonly FixEdit[], others: readonly FixEdit[]) =>
  !edits.some((edit) => others.some((other) => contradict(edit, other)))

const membersOf = (path: string) =>
  path
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))

type Container = Record<string, unknown>

/**
 * Returns the object or list that contains the value at a JSON Pointer, and the property name or list index of the
 * value.
 */
function locate(record: JsonObject, path: string): { container: Container; name: string } | undefined {
  const members = membersOf(path)
  const name = members.pop()
  let container: unknown = record
  for (const member of members) {
    if (typeof container !== 'object' || container === null || !Object.hasOwn(container, member)) return undefined
    container = (container as Container)[member]
  }
  if (name === undefined || typeof container !== 'object' || container === null) return undefined
  return { container: container as Container, name }
}

/**
 * Applies edits that replace characters of one text. The edits in `splices` are sorted by `from`. Copies the text only
 * once, even for many edits.
 */
function applySplices(record: JsonObject, path: string, splices: readonly Splice[]): void {
  const { container, name } = locate(record, path) ?? {}
  const text = container?.[name!]
  if (typeof text !== 'string') return
  const parts: string[] = []
  let end = 0
  for (const { from, to, value } of splices) {
    parts.push(text.slice(end, from), value)
    end = to
  }
  container![name!] = [...parts, text.slice(end)].join('')
}

function applyOne(record: JsonObject, edit: FixEdit): void {
  const place = locate(record, edit.path)
  if (!place) return
  const { container, name } = place
  if (edit.value !== undefined) container[name] = edit.value
  else if (Array.isArray(container)) container.splice(Number(name), 1)
  else delete container[name]
}

const lastIndex = ({ path }: FixEdit) => Number(path.slice(path.lastIndexOf('/') + 1)) || 0

/** Returns a copy of a record's fields with the edits applied. No two edits may contradict each other. */
export function applyFixEditsToFields<Fields extends JsonObject>(fields: Fields, edits: readonly FixEdit[]): Fields {
  const record = structuredClone(fields)
  const removals = edits.filter((edit) => !isSplice(edit) && edit.value === undefined)
  const sets = edits.filter((edit) => !isSplice(edit) && edit.value !== undefined)
  const splices = edits.filter(isSplice).sort((one, other) => one.from - other.from)
  for (const edit of sets) applyOne(record, edit)
  for (const [path, ofText] of Map.groupBy(splices, ({ path }) => path)) applySplices(record, path, ofText)
  // Removals from a list begin at its end, because each removal shifts the later entries.
  for (const edit of removals.sort((one, other) => lastIndex(other) - lastIndex(one))) applyOne(record, edit)
  return record
}

/** Returns a copy of a block's content with the edits applied. */
export const applyFixEditsToContent = (content: JsonObject, edits: readonly FixEdit[]): JsonObject =>
  applyFixEditsToFields({ content }, edits).content
