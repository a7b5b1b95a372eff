import DataLoader from 'dataloader'
import type { LRUCache } from 'lru-cache'
import { defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'
import { makeLruCache } from '../../../platform/lru-cache.ts'
import { sortByIds } from './reads.ts'

/** The numbers of lessons and blocks of a course. */
type CourseCounts = { lessonCount: number; blockCount: number }
type CountedCourse = CourseCounts & { id: string; treeVersion: number }
type RememberedCourse = CountedCourse & { workspaceId: string }

/**
 * SQL that counts the lessons and blocks of a course `c`. The SQL parameter `$1` of the statement must be the workspace
 * id.
 */
export const lessonAndBlockCountsSql = `
  (SELECT count(*)::int FROM lessons l WHERE l.workspace_id = $1 AND l.course_id = c.id) AS "lessonCount",
  (SELECT count(*)::int FROM blocks b WHERE b.workspace_id = $1 AND b.course_id = c.id) AS "blockCount"`

const countByIds = defineSqlStatement<CountedCourse>(
  'courses_count_by_id',
  `SELECT c.id, c.tree_version AS "treeVersion", ${lessonAndBlockCountsSql}
   FROM courses c WHERE c.workspace_id = $1 AND c.id = ANY($2::uuid[])`,
)

const maxRemembered = 10_000
// Each transaction has its own `SqlRunner` and therefore its own cache, which nobody uses after a rollback.
// After a rollback, the next change gets the same tree version, so a shared cache could return wrong counts.
const countsBySql = new WeakMap<SqlRunner, LRUCache<string, RememberedCourse>>()

function memoryOf(sql: SqlRunner) {
  const memory = countsBySql.get(sql) ?? makeLruCache<RememberedCourse>(maxRemembered)
  countsBySql.set(sql, memory)
  return memory
}

export const rememberCourseCounts = (sql: SqlRunner, course: RememberedCourse): void =>
  void memoryOf(sql).set(course.id, course)

/**
 * Returns the numbers of lessons and blocks of a course, or undefined if this process has not counted them at this tree
 * version.
 */
export function findRememberedCourseCounts(
  sql: SqlRunner,
  workspaceId: string,
  { id, treeVersion }: { id: string; treeVersion: number },
): CourseCounts | undefined {
  // `peek` is much faster than `get`, because it does not mark the entry as recently used.
  const counted = countsBySql.get(sql)?.peek(id)
  // Every change of the counts increases the tree version of the course.
  return counted?.treeVersion === treeVersion && counted.workspaceId === workspaceId ? counted : undefined
}

/** Makes a DataLoader that counts the lessons and blocks of courses in one SQL statement, and remembers the counts. */
export const makeLessonAndBlockCountLoader = (sql: SqlRunner, workspaceId: string) =>
  new DataLoader<string, CourseCounts>(
    async (ids) => {
      const counted = await sql.rows(countByIds, [workspaceId, [...new Set(ids)]])
      // `course` has the tree version at which PostgreSQL counted. The tree version of the caller can be older.
      for (const course of counted) rememberCourseCounts(sql, { ...course, workspaceId })
      return sortByIds(ids, counted).map((course) => course ?? { lessonCount: 0, blockCount: 0 })
    },
    { cache: false },
  )
