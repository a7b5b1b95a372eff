import { maxContentValues } from '../../courses/block/content.ts'
import { isJsonObject } from '../../operations/json-object.ts'

/**
 * A difference at a JSON Pointer (RFC 6901). `before` is undefined if the value was added. `after` is undefined if the
 * value was removed.
 */
export type ValueChange = { path: string; before?: unknown; after?: unknown }

/**
 * The maximum number of differences between two versions of a record. In the worst case, each value of both versions is
 * a difference.
 */
export const maxValueChangesPerRecord = 2 * maxContentValues

type Members = Readonly<Record<string, unknown>>
const escapeName = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

type Identified = { readonly id: string }
const hasId = (value: unknown): value is Identified => isJsonObject(value) && typeof value.id === 'string'

/**
 * Returns a map from ids to the entries of a list and their positions. Returns undefined if an entry has no id, or if
 * two entries have the same id.
 */
function indexById(list: readonly unknown[]): Map<string, { value: Identified; index: number }> | undefined {
  const byId = new Map<string, { value: Identified; index: number }>()
  for (const [index, value] of list.entries()) {
    if (!hasId(value) || byId.has(value.id)) return undefined
    byId.set(value.id, { value, index })
  }
  return byId
}

type Add = (change: ValueChange) => void

/**
 * Compares two lists whose entries have ids, such as the questions of a quiz. Entries with the same id are compared.
 */
function compareListsById(
  before: NonNullable<ReturnType<typeof indexById>>,
  after: NonNullable<ReturnType<typeof indexById>>,
  path: string,
  add: Add,
): void {
  for (const [id, { value, index }] of before) if (!after.has(id)) add({ path: `${path}/${index}`, before: value })
  for (const [id, { value, index }] of after) {
    const old = before.get(id)
    if (old) compareInto(old.value, value, `${path}/${index}`, add)
    else add({ path: `${path}/${index}`, after: value })
  }
  const [oldOrder, newOrder] = [[...before.keys()], [...after.keys()]]
  const [keptBefore, keptAfter] = [oldOrder.filter((id) => after.has(id)), newOrder.filter((id) => before.has(id))]
  // If the order has changed, the list itself is one more difference. Its `before` and `after` are lists of ids.
  if (keptBefore.some((id, index) => id !== keptAfter[index])) add({ path, before: oldOrder, after: newOrder })
}

function compareLists(before: readonly unknown[], after: readonly unknown[], path: string, add: Add): void {
  const [beforeById, afterById] = [indexById(before), indexById(after)]
  if (beforeById && afterById) {
    compareListsById(beforeById, afterById, path, add)
    return
  }
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const at = `${path}/${index}`
    if (index >= after.length) add({ path: at, before: before[index] })
    else if (index >= before.length) add({ path: at, after: after[index] })
    else compareInto(before[index], after[index], at, add)
  }
}

function compareObjects(before: Members, after: Members, path: string, add: Add): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const at = `${path}/${escapeName(name)}`
    if (!Object.hasOwn(after, name)) add({ path: at, before: before[name] })
    else if (!Object.hasOwn(before, name)) add({ path: at, after: after[name] })
    else compareInto(before[name], after[name], at, add)
  }
}

function compareInto(before: unknown, after: unknown, path: string, add: Add): void {
  if (Object.is(before, after)) return
  if (Array.isArray(before) && Array.isArray(after)) compareLists(before, after, path, add)
  else if (isJsonObject(before) && isJsonObject(after)) compareObjects(before, after, path, add)
  else add({ path, before, after })
}

/**
 * Compares two JSON values. Entries of lists are matched by id if each entry has a unique id, and otherwise by
 * position.
 * @param path the JSON Pointer of the values
 */
export function compareJsonValues(before: unknown, after: unknown, path = ''): ValueChange[] {
  const changes: ValueChange[] = []
  compareInto(before, after, path, (change) => changes.push(change))
  return changes
}
