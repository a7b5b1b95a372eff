import { LRUCache } from 'lru-cache'
import type { GraphQLContext } from '../../operations/context.ts'
import type { WorkspaceShares } from '../../operations/workspace-shares.ts'
import type { CourseRow } from './rows.ts'
import { readCourseTree, type TreeSelection } from './trees.ts'

/** A course whose blocks have more characters of content than this is large. */
const largeChars = 2_000_000

/** The large courses that this process has read lately. The keys are the id of the workspace, a space and the id of the course. */
const largeCourses = new LRUCache<string, true>({ max: 10_000 })

function countContentChars({ modules = [] }: CourseRow): number {
  let chars = 0
  for (const { lessons = [] } of modules)
    for (const { blocks = [] } of lessons) for (const { content } of blocks) chars += content.length
  return chars
}

/**
 * Waits until the workspace may read the tree of a course. Returns the function that ends the turn.
 * @throws ApiError `rate_limit_exceeded` if too many reads of large courses of the workspace wait
 */
async function waitForTreeRead(shares: WorkspaceShares, workspaceId: string, course: string): Promise<() => void> {
  const isLarge = largeCourses.has(course)
  const endLarge = isLarge ? await shares.largeTreeReads.acquire(workspaceId) : undefined
  const end = await shares.treeReads.acquire(workspaceId).catch((error: unknown) => {
    endLarge?.()
    throw error
  })
  const endBoth = () => {
    end()
    endLarge?.()
  }
  // While this request waited, another request may have found that the course is large.
  if (isLarge || !largeCourses.has(course)) return endBoth
  endBoth()
  return waitForTreeRead(shares, workspaceId, course)
}

/**
 * Reads a course with the requested levels, like `readCourseTree`. A workspace reads only a few large courses at the
 * same time, because each of them needs many megabytes and most of a second.
 * @throws ApiError `invalid_request` if the course has more than 50,000 modules, lessons and blocks
 * @throws ApiError `rate_limit_exceeded` if too many reads of large courses of the workspace wait
 */
export async function readCourseTreeInTurn(
  context: GraphQLContext,
  courseId: string,
  selection: TreeSelection,
): Promise<CourseRow | undefined> {
  const workspaceId = context.workspaceId()
  if (!selection.block?.hasContent) return readCourseTree(context.db.sql, workspaceId, courseId, selection)
  const key = `${workspaceId} ${courseId}`
  const end = await waitForTreeRead(context.shares, workspaceId, key)
  try {
    const course = await readCourseTree(context.db.sql, workspaceId, courseId, selection)
    if (course && countContentChars(course) > largeChars) largeCourses.set(key, true)
    else largeCourses.delete(key)
    return course
  } finally {
    end()
  }
}
