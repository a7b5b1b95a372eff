import type { LessonForChecks, ReleaseForChecks } from '../../checks/model/course.ts'
import {
  type CourseFindings,
  checkCourseDraft,
  checkCourseWithDismissals,
  type RunChecksOptions,
} from '../../checks/report.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import type { ReleaseLesson } from '../content/outline.ts'
import { type CourseSnapshot, makeStoredReleaseSnapshot, readRelease } from '../content/read.ts'

const toCheckedLesson = (lesson: ReleaseLesson): LessonForChecks => ({
  id: lesson.id,
  key: lesson.key,
  name: lesson.name,
  objectives: lesson.objectives,
  prerequisites: lesson.prerequisites,
  blocks: lesson.blocks.map(({ id, key, type, content }) => ({ id, key, type, content })),
})

/**
 * Converts a snapshot of a course to the form that the checks read. The form is the same for a draft and for a release,
 * so a problem has the same finding id in both.
 */
export function convertSnapshotForChecks({ outline, readLessonsInBatches }: CourseSnapshot): ReleaseForChecks {
  const { id, name, language, difficulty, objectives, coverAssetId } = outline
  const modules = outline.modules.map(({ id, key, name, objectives, prerequisites, lessons }) => ({
    id,
    key,
    name,
    objectives,
    prerequisites,
    lessons: lessons.map(({ id, key, name, prerequisites, hash }) => ({ id, key, name, prerequisites, hash })),
  }))
  return {
    ...{ id, name, language, difficulty, objectives, coverAssetId, modules },
    async *readLessons(hashes) {
      for await (const lessons of readLessonsInBatches(hashes))
        yield new Map([...lessons].map(([hash, lesson]) => [hash, toCheckedLesson(lesson)]))
    },
  }
}

type CheckedSnapshot = { courseId: string; treeVersion: number; result: CourseFindings }

/**
 * Runs the checks on the draft or on a release of a course.
 * @param selector `draft` or the number of the release
 * @throws ApiError `not_found`
 */
export async function checkDraftOrRelease(
  sql: SqlRunner,
  workspaceId: string,
  courseId: string,
  selector: string,
  options: RunChecksOptions,
): Promise<CheckedSnapshot> {
  if (selector === 'draft') {
    const { course, result } = await checkCourseDraft(sql, workspaceId, courseId, options)
    return { courseId: course.id, treeVersion: course.treeVersion, result }
  }
  const release = await readRelease(sql, workspaceId, courseId, Number(selector))
  const course = convertSnapshotForChecks(makeStoredReleaseSnapshot(sql, workspaceId, release))
  return {
    courseId: release.courseId,
    treeVersion: release.treeVersion,
    result: await checkCourseWithDismissals(sql, workspaceId, course, options),
  }
}
