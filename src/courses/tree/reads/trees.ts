import type { TransactionalSqlRunner } from '../../../platform/db/sql.ts'
import {
  type BoundSqlStatement,
  defineSqlStatement,
  type SqlRunner,
  type SqlStatement,
} from '../../../platform/db/statement.ts'
import { lockCourse } from '../../course/writes/course-writes.ts'
import type { CourseColumnSet } from '../../outline/course-columns.ts'
import {
  type LevelDefinition,
  type LevelName,
  levelDefinitions,
  makeLevelSelectListSqlByColumnSet,
} from '../../outline/levels.ts'
import { makeCoursesByIdsStatement } from '../../outline/reads/course-reads.ts'
import type { BlockRow, CourseRow, LessonRow, ModuleRow, TreeNodeRow } from '../../outline/rows.ts'
import { assertNotTooManyRecordsToRead, maxCourseRecords } from '../../outline/rules/course-size.ts'
import {
  type ReadAttemptResult,
  type RecordReaderAndCourseLocker,
  readRecordsAtOneCourseVersion,
} from './one-version.ts'

/**
 * The columns to read at a level: all columns (`isComplete`), or only ids, position and scalar columns. `hasContent`
 * adds the content of blocks.
 */
export type ColumnsOfLevelToRead = { isComplete: boolean; hasContent: boolean }

/** The levels of a course tree to read, and the columns of each level. A missing level is not read. */
export type TreeLevelsToRead = {
  /** The columns of the course. Default: all columns. */
  course?: CourseColumnSet
  module?: ColumnsOfLevelToRead
  lesson?: ColumnsOfLevelToRead
  block?: ColumnsOfLevelToRead
  /** Whether each module gets the number of its lessons. */
  lessonCounts?: boolean
}

const complete: ColumnsOfLevelToRead = { isComplete: true, hasContent: true }

/** The levels of a course tree down to lessons or down to blocks, with all columns of each level. */
export const treeLevelsByDepth = {
  lessons: { module: complete, lesson: complete },
  blocks: { module: complete, lesson: complete, block: complete },
} as const satisfies Record<string, TreeLevelsToRead>

// Each level has only three sets of columns, so that PostgreSQL has to prepare only a few statements.
const columnSets = {
  complete,
  content: { isComplete: false, hasContent: true },
  lean: { isComplete: false, hasContent: false },
} as const satisfies Record<string, ColumnsOfLevelToRead>
type ColumnSet = keyof typeof columnSets

const setOf = ({ isComplete, hasContent }: ColumnsOfLevelToRead): ColumnSet =>
  isComplete ? 'complete' : hasContent ? 'content' : 'lean'

const eachSet = <S>(make: (set: ColumnSet) => S) => ({
  complete: make('complete'),
  content: make('content'),
  lean: make('lean'),
})

function statementsOf<L extends LevelName>(name: L): Record<ColumnSet, SqlStatement<TreeNodeRow<L>>> {
  const level: LevelDefinition = levelDefinitions[name]
  return eachSet((set) =>
    defineSqlStatement(
      `${level.table}_of_courses_${set}`,
      `SELECT ${makeLevelSelectListSqlByColumnSet(level, 't', columnSets[set])} FROM ${level.table} t
       WHERE t.workspace_id = $1 AND t.course_id = ANY($2::uuid[]) ORDER BY t."order" LIMIT $3`,
    ),
  )
}
const statements = {
  module: statementsOf('module'),
  lesson: statementsOf('lesson'),
  block: statementsOf('block'),
}

const modulesWithCounts = eachSet((set) =>
  defineSqlStatement<ModuleRow>(
    `modules_of_courses_${set}_counted`,
    `SELECT ${makeLevelSelectListSqlByColumnSet(levelDefinitions.module, 't', columnSets[set])}, coalesce(n.count, 0)::int AS "lessonCount" FROM modules t
     LEFT JOIN (
       SELECT l.module_id, count(*) AS count FROM lessons l
       WHERE l.workspace_id = $1 AND l.course_id = ANY($2::uuid[]) GROUP BY l.module_id
     ) n ON n.module_id = t.id
     WHERE t.workspace_id = $1 AND t.course_id = ANY($2::uuid[]) ORDER BY t."order" LIMIT $3`,
  ),
)

type RowsBelow = { modules?: ModuleRow[]; lessons?: LessonRow[]; blocks?: BlockRow[] }

/** Returns the SQL statements that read the requested levels: first modules, then lessons, then blocks. */
function readsOf(
  workspaceId: string,
  courseIds: readonly string[],
  { module, lesson, block, lessonCounts }: TreeLevelsToRead,
): BoundSqlStatement[] {
  // The limit is one more than the maximum, so that the caller notices a tree that is too large.
  const values = [workspaceId, courseIds, maxCourseRecords + 1]
  const modules = module && (lessonCounts && !lesson ? modulesWithCounts : statements.module)[setOf(module)]
  const lessons = lesson && statements.lesson[setOf(lesson)]
  const blocks = block && statements.block[setOf(block)]
  return [modules, lessons, blocks].flatMap((read) => (read ? [[read, values] as const] : []))
}

const rowsBelow = ([modules, lessons, blocks]: unknown[][]) => ({ modules, lessons, blocks }) as RowsBelow

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Assembles course trees: adds modules, lessons, blocks and counts to their parents, for the levels that were read. */
function attach(courses: readonly CourseRow[], { modules, lessons, blocks }: RowsBelow): void {
  if (!modules) return
  const byLesson = blocks && Map.groupBy(blocks, (block) => block.lessonId)
  if (byLesson) for (const lesson of lessons!) lesson.blocks = byLesson.get(lesson.id) ?? []
  const byModule = lessons && Map.groupBy(lessons, (lesson) => lesson.moduleId)
  if (byModule) {
    for (const module of modules) {
      module.lessons = byModule.get(module.id) ?? []
      module.lessonCount = module.lessons.length
    }
  }
  const counted = modules.every(({ lessonCount }) => lessonCount !== undefined)
  const byCourse = Map.groupBy(modules, (module) => module.courseId)
  for (const course of courses) {
    course.modules = byCourse.get(course.id) ?? []
    if (counted) course.lessonCount = sum(course.modules.map(({ lessonCount }) => lessonCount!))
    if (blocks)
      course.blockCount = sum(course.modules.flatMap(({ lessons }) => lessons!.map((one) => one.blocks!.length)))
  }
}

const treeVersions = defineSqlStatement<TreeVersion>(
  'courses_tree_version',
  'SELECT c.id, c.tree_version AS "treeVersion" FROM courses c WHERE c.workspace_id = $1 AND c.id = ANY($2::uuid[])',
)
type TreeVersion = { id: string; treeVersion: number }

/** Returns the ids of the courses that another request has created, changed or deleted between two reads. */
function findChangedIds(ids: readonly string[], first: readonly TreeVersion[], last: readonly TreeVersion[]): string[] {
  const [before, after] = [first, last].map((read) => new Map(read.map(({ id, treeVersion }) => [id, treeVersion])))
  return ids.filter((id) => before!.get(id) !== after!.get(id))
}

/** Reads courses and their requested levels in one database round trip. */
async function readCoursesAndLevels(
  sql: SqlRunner,
  workspaceId: string,
  ids: readonly string[],
  requested: TreeLevelsToRead,
  maxBytes?: number,
): Promise<ReadAttemptResult<CourseRow>> {
  const statement = makeCoursesByIdsStatement(workspaceId, ids, requested.course)
  if (!requested.module) return { rows: await sql.rows(...statement), changedIds: [] }
  const reads = readsOf(workspaceId, ids, requested)
  const results: unknown[][] = await sql.pipeline([statement, ...reads, [treeVersions, [workspaceId, ids]]], maxBytes)
  const [courses, below, last] = [results[0] as CourseRow[], results.slice(1, -1), results.at(-1) as TreeVersion[]]
  assertNotTooManyRecordsToRead(sum(below.map((rows) => rows.length)))
  attach(courses, rowsBelow(below))
  return { rows: courses, changedIds: findChangedIds(ids, courses, last) }
}

const readerOfCourses = (
  workspaceId: string,
  requested: TreeLevelsToRead,
  maxBytes?: number,
): RecordReaderAndCourseLocker<CourseRow> => ({
  read: (sql, ids) => readCoursesAndLevels(sql, workspaceId, ids, requested, maxBytes),
  lock: (tx, id) => lockCourse(tx, workspaceId, id),
})

/**
 * Adds the requested levels to courses. All levels of a course are from a single version of the course. Leaves out
 * deleted courses.
 * @throws ApiError `invalid_request` for more than `maxCourseRecords` records, or ResultTooLargeError
 */
export async function addTreeLevelsToCourses(
  sql: SqlRunner | TransactionalSqlRunner,
  workspaceId: string,
  courses: CourseRow[],
  requested: TreeLevelsToRead,
  maxBytes?: number,
): Promise<CourseRow[]> {
  const ids = courses.map(({ id }) => id)
  if (!requested.module || ids.length === 0) return courses
  const reads = [...readsOf(workspaceId, ids, requested), [treeVersions, [workspaceId, ids]] as const]
  const results: unknown[][] = await sql.pipeline(reads, maxBytes)
  const [below, last] = [results.slice(0, -1), results.at(-1) as TreeVersion[]]
  assertNotTooManyRecordsToRead(sum(below.map((rows) => rows.length)))
  attach(courses, rowsBelow(below))
  // Another request may have changed a course since the caller read it. Such a course is read again with its levels.
  const changedIds = findChangedIds(ids, courses, last)
  if (changedIds.length === 0) return courses
  const readAgain = await readRecordsAtOneCourseVersion(
    sql,
    changedIds,
    readerOfCourses(workspaceId, requested, maxBytes),
    {
      maxAttempts: 1,
    },
  )
  return courses.flatMap((course) => {
    if (!changedIds.includes(course.id)) return [course]
    const current = readAgain.get(course.id)
    return current ? [{ ...course, ...current }] : []
  })
}

/**
 * Reads a course with the requested levels, all from a single version of the course.
 * @throws ApiError `invalid_request` for more than `maxCourseRecords` records, or ResultTooLargeError
 */
export async function readCourseTree(
  sql: SqlRunner | TransactionalSqlRunner,
  workspaceId: string,
  courseId: string,
  requested: TreeLevelsToRead,
  maxBytes?: number,
): Promise<CourseRow | undefined> {
  const id = courseId.toLowerCase()
  const found = await readRecordsAtOneCourseVersion(sql, [id], readerOfCourses(workspaceId, requested, maxBytes), {
    maxAttempts: 2,
  })
  return found.get(id)
}
