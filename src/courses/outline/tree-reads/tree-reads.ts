import type { GraphQLContext } from '../../../operations/context.ts'
import type { CourseRow } from '../rows.ts'
import { runCourseTreeReadInTurn } from './tree-read-turns.ts'
import { addTreeLevelsToCourses, readCourseTree, type TreeLevelsToRead } from './trees.ts'

/**
 * Reads a course with the requested levels, like `readCourseTree`. If the request needs the content of blocks, and the
 * workspace already reads several such course trees, the read first waits. This saves memory: one large course needs
 * many megabytes.
 * @throws ApiError `invalid_request` if the course has more than 50,000 modules, lessons and blocks
 * @throws ApiError `rate_limit_exceeded` if too many such reads of the workspace are waiting already
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
 * Does the same as `addTreeLevelsToCourses`, but first waits if the workspace already reads several course trees with
 * block content.
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
