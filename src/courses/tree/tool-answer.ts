import type { McpToolAnswerFormat } from '../../operations/operation.ts'
import type { LevelName } from '../outline/levels.ts'
import type { TreeChangeKind } from './nodes.ts'
import type { TreeChange } from './write.ts'

/**
 * The maximum number of changes in the answer of a tool, so that a large course does not fill an agent's context. The
 * counts are always complete.
 */
const maxChanges = 100

const levels: LevelName[] = ['module', 'lesson', 'block']

/**
 * Keeps at most `maxChanges` changes of a course tree: first modules, then lessons, then blocks. `leftOut` counts the
 * rest.
 */
export function shortenTreeChanges(result: unknown): Record<string, unknown> {
  const { changes, ...others } = result as { changes: TreeChange[] }
  const kept = new Set(levels.flatMap((level) => changes.filter(({ kind }) => kind === level)).slice(0, maxChanges))
  const leftOut = changes.length - kept.size
  return { ...others, changes: changes.filter((change) => kept.has(change)), ...(leftOut > 0 && { leftOut }) }
}

const text = { type: 'string' }
const integer = { type: 'integer' }
const textOrNull = { type: ['string', 'null'] }
const objectOf = (properties: Record<string, object>) => ({
  type: 'object' as const,
  properties,
  required: Object.keys(properties),
})
const counts: Record<TreeChangeKind, object> = {
  created: integer,
  updated: integer,
  moved: integer,
  deleted: integer,
  unchanged: integer,
}
const change: Record<keyof TreeChange, object> = {
  kind: text,
  id: textOrNull,
  key: textOrNull,
  name: textOrNull,
  path: text,
  change: text,
  fields: { type: 'array', items: text },
  position: { type: 'boolean' },
}

/** The JSON Schema of `leftOut`. It has no description, to save tokens in the context of an agent. */
export const omittedChangeCountSchema = integer

const required = objectOf({
  course: objectOf({ id: text, treeVersion: integer }),
  changes: { type: 'array', items: objectOf(change) },
  counts: objectOf(counts),
})

/**
 * The answer of the MCP tool `put_course_tree`: the id and the new `treeVersion` of the course, the number of nodes for
 * each kind of change, and at most 100 changes.
 */
export const answerFormatOfPutCourseTreeTool: McpToolAnswerFormat = {
  schema: { ...required, properties: { ...required.properties, leftOut: omittedChangeCountSchema } },
  make: shortenTreeChanges,
}
