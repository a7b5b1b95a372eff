import type { CourseFieldsToWrite } from '../../courses/course/writes/course-writes.ts'
import type { CourseRow } from '../../courses/outline/rows.ts'
import type { DesiredTreeNode } from '../../courses/tree/nodes.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { makeInvalidRequestError } from '../../platform/errors.ts'
import type { DraftAsRelease } from '../content/draft-as-release.ts'
import { authoredFieldNames, listOutlineLessons, type Outline, type ReleaseLesson } from '../content/outline.ts'
import { makeStoredReleaseSnapshot, readRelease } from '../content/read.ts'
import { findIdsInOtherCourses } from './ids-in-other-courses.ts'
import { assertLessonKeysUnused, draftContainsEqualLesson } from './lesson-conflicts.ts'
import { planCourseRestore, planLessonRestore } from './planned-course.ts'

/** What to restore: the release with this number, or only one lesson of it. */
export type RestoreRequest = {
  number: number
  lessonId?: string | null
  dryRun: boolean
  expectedVersion?: number | null
}

type RestorePlan = { fields: CourseFieldsToWrite; desired: DesiredTreeNode[] | undefined; isSame: boolean }

const idsOf = (modules: Outline['modules'], lessons: Iterable<ReleaseLesson>) => [
  ...modules.map(({ id }) => id),
  ...[...lessons].flatMap(({ id, blocks }) => [id, ...blocks.map((block) => block.id)]),
]

/** Plans what a request restores: the whole release, or one lesson of it. */
export async function planRestore(
  tx: SqlRunner,
  workspaceId: string,
  course: CourseRow,
  draft: DraftAsRelease,
  { number, lessonId }: RestoreRequest,
): Promise<RestorePlan> {
  const release = await readRelease(tx, workspaceId, course.id, number)
  const { outline, readLessons } = makeStoredReleaseSnapshot(tx, workspaceId, release)
  if (lessonId == null) {
    const bodies = await readLessons(listOutlineLessons(outline).map(({ hash }) => hash))
    const takenIds = await findIdsInOtherCourses(tx, workspaceId, course.id, idsOf(outline.modules, bodies.values()))
    const fields = Object.fromEntries(
      authoredFieldNames.course.map((name) => [name, outline[name as keyof Outline]]),
    ) as CourseFieldsToWrite
    return {
      fields,
      desired: planCourseRestore(outline, bodies, takenIds),
      isSame: draft.hash === release.hash,
    }
  }
  const id = lessonId.toLowerCase()
  const module = outline.modules.find(({ lessons }) => lessons.some((lesson) => lesson.id === id))
  const entry = module?.lessons.find((lesson) => lesson.id === id)
  if (!module || !entry)
    throw makeInvalidRequestError([{ path: 'lessonId', message: `is no lesson of release ${number}` }])
  const lesson = (await readLessons([entry.hash])).get(entry.hash)!
  const takenIds = await findIdsInOtherCourses(tx, workspaceId, course.id, idsOf([module], [lesson]))
  if (takenIds.has(id) && (await draftContainsEqualLesson(tx, workspaceId, draft, lesson)))
    return { fields: {}, desired: undefined, isSame: true }
  await assertLessonKeysUnused(tx, workspaceId, course.id, draft, { lesson, module })
  const isSame = listOutlineLessons(draft.outline).some((one) => one.id === id && one.hash === entry.hash)
  return { fields: {}, desired: planLessonRestore(draft.outline, { lesson, module }, takenIds), isSame }
}
