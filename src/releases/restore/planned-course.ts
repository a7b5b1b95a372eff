import { stringifyContent } from '../../courses/block/content.ts'
import { DesiredBlockFieldsWithContentDigest, type DesiredTreeBlock } from '../../courses/tree/input.ts'
import type { DesiredTreeNode } from '../../courses/tree/nodes.ts'
import {
  authoredFieldNames,
  type Outline,
  type OutlineModule,
  type ReleaseBlock,
  type ReleaseLesson,
} from '../content/outline.ts'

type Fields<Kind> = Extract<DesiredTreeNode, { kind: Kind }>['fields']
const pick = (names: readonly string[], from: object) =>
  Object.fromEntries(names.map((name) => [name, from[name as keyof typeof from]]))

/**
 * The ids of modules, lessons and blocks of the release that are now in other courses. Their restored copies get new
 * ids.
 */
type TakenIds = ReadonlySet<string>
const identityOf = ({ id, key }: { id: string; key: string | null }, taken: TakenIds) =>
  taken.has(id) ? { key } : { id, key }

function desiredBlock(block: ReleaseBlock, path: string, taken: TakenIds): DesiredTreeBlock {
  const content = stringifyContent(block.content)
  const fields = new DesiredBlockFieldsWithContentDigest(block.type, content)
  return { kind: 'block', path, ...identityOf(block, taken), fields, content }
}

/**
 * Returns the fields of a lesson in a release as the table `lessons` stores them: the attributes are JSON text instead
 * of an object.
 */
const lessonFields = (lesson: ReleaseLesson) =>
  ({
    ...pick(authoredFieldNames.lesson, lesson),
    attributes: lesson.attributes && JSON.stringify(lesson.attributes),
  }) as Fields<'lesson'>

function desiredLesson(lesson: ReleaseLesson, path: string, taken: TakenIds): DesiredTreeNode {
  return {
    kind: 'lesson',
    path,
    ...identityOf(lesson, taken),
    fields: lessonFields(lesson),
    children: lesson.blocks.map((block, index) => desiredBlock(block, `${path}.blocks.${index}`, taken)),
  }
}

const moduleFields = (module: OutlineModule) => pick(authoredFieldNames.module, module) as Fields<'module'>

/** Returns the input of `updateCourseTree` that makes the draft equal to a release. */
export const planCourseRestore = (
  { modules }: Outline,
  bodies: ReadonlyMap<string, ReleaseLesson>,
  taken: TakenIds,
): DesiredTreeNode[] =>
  modules.map((module, m) => ({
    kind: 'module',
    path: `modules.${m}`,
    ...identityOf(module, taken),
    fields: moduleFields(module),
    children: module.lessons.map(({ hash }, l) => desiredLesson(bodies.get(hash)!, `modules.${m}.lessons.${l}`, taken)),
  }))

/** A lesson to restore, and the module of this lesson in the release. */
export type LessonToRestore = { lesson: ReleaseLesson; module: OutlineModule }

/**
 * Returns the input of `updateCourseTree` that restores one lesson of a release. If the draft contains the lesson, the
 * position of the lesson stays the same.
 */
export function planLessonRestore(
  { modules }: Outline,
  { lesson, module: from }: LessonToRestore,
  taken: TakenIds,
): DesiredTreeNode[] {
  const isPresent = modules.some(({ lessons }) => lessons.some(({ id }) => id === lesson.id))
  const draftModules = modules.map(({ id, lessons }) => ({ id, lessonIds: lessons.map((one) => one.id) }))
  const moduleOfLesson = isPresent ? undefined : draftModules.find(({ id }) => id === from.id)
  // A deleted lesson returns to its module, after the lesson that precedes it in the release.
  if (moduleOfLesson) {
    const order = from.lessons.map(({ id }) => id)
    const present = new Set(moduleOfLesson.lessonIds)
    const before = order.slice(0, order.indexOf(lesson.id)).findLast((id) => present.has(id))
    moduleOfLesson.lessonIds.splice(before ? moduleOfLesson.lessonIds.indexOf(before) + 1 : 0, 0, lesson.id)
  }
  const desired = draftModules.map(
    ({ id, lessonIds }, m): DesiredTreeNode => ({
      kind: 'module',
      path: `modules.${m}`,
      id,
      fields: {},
      children: lessonIds.map((lessonId, l): DesiredTreeNode => {
        const path = `modules.${m}.lessons.${l}`
        return lessonId === lesson.id
          ? desiredLesson(lesson, path, taken)
          : { kind: 'lesson', path, id: lessonId, fields: {} }
      }),
    }),
  )
  if (isPresent || moduleOfLesson) return desired
  // The draft does not contain the module. So the module is added at the end of the course, with only this lesson.
  const path = `modules.${desired.length}`
  const children = [desiredLesson(lesson, `${path}.lessons.0`, taken)]
  return [...desired, { kind: 'module', path, ...identityOf(from, taken), fields: moduleFields(from), children }]
}
