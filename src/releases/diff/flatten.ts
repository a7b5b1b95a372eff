import {
  authoredFieldNames,
  copyRecordWithParsedAttributes,
  type OutlineLesson,
  type ReleaseLesson,
} from '../content/outline.ts'
import type { CourseSnapshot } from '../content/read.ts'

/** A course, module, lesson or block of a snapshot. `index` is the position among the siblings. */
export type SnapshotNode = {
  kind: 'course' | 'module' | 'lesson' | 'block'
  id: string
  parentId: string | null
  index: number
  /** The name of a course, module or lesson, or the type of a block. */
  name: string
  path: string
  /** The fields whose values are compared. Undefined for a lesson that is equal in both snapshots. */
  fields: Readonly<Record<string, unknown>> | undefined
}

const pick = (names: readonly string[], record: object) => {
  const from = copyRecordWithParsedAttributes(record)
  return Object.fromEntries(names.map((name) => [name, from[name as keyof typeof from]]))
}

const moduleFields = ['key', ...authoredFieldNames.module]
const lessonFields = ['key', ...authoredFieldNames.lesson]

function blockNodes({ id: parentId, blocks }: ReleaseLesson, at: string): SnapshotNode[] {
  return blocks.map(({ id, key, type, content }, index) => {
    const path = `${at}.blocks.${index}`
    return { kind: 'block', id, parentId, index, name: type, path, fields: { key, type, content } }
  })
}

/**
 * Returns the records of a snapshot by id, in the order of the course. Adds blocks only for the lessons in `bodies`.
 * @param bodies the lessons to compare, by hash
 */
export function flattenSnapshot(
  { outline }: CourseSnapshot,
  bodies: ReadonlyMap<string, ReleaseLesson>,
): Map<string, SnapshotNode> {
  const { id: courseId, name, modules } = outline
  const course: SnapshotNode = {
    kind: 'course',
    id: courseId,
    parentId: null,
    index: 0,
    name,
    path: '',
    fields: pick(authoredFieldNames.course, outline),
  }
  const nodes = new Map([[courseId, course]])
  const lessonNode = (lesson: OutlineLesson, parentId: string, index: number, path: string): SnapshotNode => {
    const body = bodies.get(lesson.hash)
    return {
      kind: 'lesson',
      id: lesson.id,
      parentId,
      index,
      name: lesson.name,
      path,
      fields: body && pick(lessonFields, body),
    }
  }
  for (const [m, module] of modules.entries()) {
    const at = `modules.${m}`
    const fields = pick(moduleFields, module)
    nodes.set(module.id, {
      kind: 'module',
      id: module.id,
      parentId: courseId,
      index: m,
      name: module.name,
      path: at,
      fields,
    })
    for (const [l, lesson] of module.lessons.entries()) {
      const path = `${at}.lessons.${l}`
      nodes.set(lesson.id, lessonNode(lesson, module.id, l, path))
      const body = bodies.get(lesson.hash)
      if (body) for (const block of blockNodes(body, path)) nodes.set(block.id, block)
    }
  }
  return nodes
}
