import type { GraphQLContext } from '../../../operations/context.ts'
import type { CourseRow } from '../../outline/rows.ts'
import { runCourseTreeReadInTurn } from './tree-read-turns.ts'
import { addTreeLevelsToCourses, readCourseTree, type TreeLevelsToRead } from './trees.ts'

/**
 * Does the same as `readCourseTree`, but first waits for a turn if block content is read, to save memory.
 * @throws ApiError as `readCourseTree` does, or `rate_limit_exceeded` if too many reads wait
 */
export async function readCourseTreeInTurn(
  context: GraphQLContext,
  courseId: string,
  selection: TreeLevelsToRead,
): Promise<CourseRow | undefined> {
  const read = (maxBytes?: number) =>
    readCourseTree(context.db.sql, context.workspaceId(), courseId, selection, maxBytes)
  if (!selection.block?.hasContent) return read()
  const [course] = await runCourseTreeReadInTurn(context, [courseId], async (maxBytes) => [await read(maxBytes)])
  return course
}

/**
 * Does the same as `addTreeLevelsToCourses`, but first waits for a turn if block content is read, to save memory.
 * @throws the same errors as `readCourseTreeInTurn`
 */
export async function readTreesOfCoursesInTurn(
  context: GraphQLContext,
  courses: CourseRow[],
  selection: TreeLevelsToRead,
): Promise<CourseRow[]> {
  const read = (maxBytes?: number) =>
    addTreeLevelsToCourses(context.db.sql, context.workspaceId(), courses, selection, maxBytes)
  if (!selection.block?.hasContent || courses.length === 0) return read()
  return runCourseTreeReadInTurn(
    context,
    courses.map(({ id }) => id),
    read,
  )
}
