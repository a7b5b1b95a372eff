import { assertNodeKeysUnused } from '../../courses/outline/rules/key-conflict.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import type { DraftAsRelease } from '../content/draft-as-release.ts'
import { listOutlineLessons, type ReleaseLesson } from '../content/outline.ts'
import { makeUnstoredReleaseSnapshot } from '../content/read.ts'
import type { LessonToRestore } from './planned-course.ts'

/**
 * Makes sure that no other record of the draft uses a key of a restored lesson, its blocks or its restored module.
 * @throws ApiError `conflict` that lists the keys
 */
export async function assertLessonKeysUnused(
  tx: SqlRunner,
  workspaceId: string,
  courseId: string,
  { outline }: DraftAsRelease,
  { lesson, module }: LessonToRestore,
): Promise<void> {
  const isModulePresent = outline.modules.some(({ id }) => id === module.id)
  const restored = [lesson, ...lesson.blocks, ...(isModulePresent ? [] : [module])]
  const keys = restored.flatMap(({ key }) => (key === null ? [] : [key]))
  const ids = restored.map(({ id }) => id)
  await assertNodeKeysUnused(tx, workspaceId, courseId, keys, ids)
}

/** Returns the content of a lesson as a JSON text without ids. A lesson and its copy have the same text. */
const contentOf = ({ id: _id, blocks, ...fields }: ReleaseLesson) =>
  JSON.stringify({ ...fields, blocks: blocks.map(({ id: _blockId, ...block }) => block) })

/**
 * Returns whether the draft contains an equal lesson, such as the copy that an earlier restore added. A restore must
 * not add a second copy.
 */
export async function draftContainsEqualLesson(
  tx: SqlRunner,
  workspaceId: string,
  draft: DraftAsRelease,
  lesson: ReleaseLesson,
): Promise<boolean> {
  const hashes = listOutlineLessons(draft.outline)
    .filter(({ name, blocks }) => name === lesson.name && blocks === lesson.blocks.length)
    .map(({ hash }) => hash)
  const others = await makeUnstoredReleaseSnapshot(tx, workspaceId, draft).readLessons(hashes)
  const content = contentOf(lesson)
  return [...others.values()].some((other) => contentOf(other) === content)
}
