import type { TransactionalSqlRunner } from '../../../platform/db/sql.ts'
import { type BoundSqlStatement, defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'
import { type LevelDefinition, levelDefinitions, makeCompleteLevelSelectListSql } from '../../outline/levels.ts'
import { makeChildrenOfParentsStatement } from '../../outline/reads/reads.ts'
import type { BlockRow, LessonRow, ModuleRow, TreeNodeRow } from '../../outline/rows.ts'
import { assertNotTooManyRecordsToRead, maxCourseRecords } from '../../outline/rules/course-size.ts'
import { findAndLockCourseOfNode } from '../../outline/writes/locks.ts'
import {
  type ReadAttemptResult,
  type RecordReaderAndCourseLocker,
  readRecordsAtOneCourseVersion,
} from './one-version.ts'

/** The levels to read below a module or lesson. The blocks of a module are read only with its lessons. */
export type LevelsToReadBelowNode = { lessons?: boolean; blocks?: boolean }

/** The levels that have both a parent and children: the levels between the course and its blocks. */
export type LevelWithChildren = 'module' | 'lesson'
/** A module or lesson with the version of its course. */
type Versioned<Row> = Row & { courseVersion: string }
type CourseVersion = { id: string; courseVersion: string }

function statementsOf<L extends LevelWithChildren>(name: L) {
  const level: LevelDefinition = levelDefinitions[name]
  const { table } = level
  // If `courseVersion` differs between two reads, the course has changed, or the node has moved to another course.
  // Two courses can have the same tree version, so `courseVersion` also contains the course id.
  const version = `c.id || ' ' || c.tree_version AS "courseVersion"`
  const source = `FROM ${table} t
    CROSS JOIN LATERAL (SELECT o.* FROM courses o WHERE o.workspace_id = $1 AND o.id = t.course_id OFFSET 0) c
    WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[])`
  return {
    nodes: defineSqlStatement<Versioned<TreeNodeRow<L>>>(
      `${table}_with_course_version`,
      `SELECT ${makeCompleteLevelSelectListSql(level, 't')}, ${version} ${source}`,
    ),
    versions: defineSqlStatement<CourseVersion>(`course_versions_of_${table}`, `SELECT t.id, ${version} ${source}`),
  }
}
const statements = { module: statementsOf('module'), lesson: statementsOf('lesson') }

const blocksOfModules = defineSqlStatement<BlockRow>(
  'blocks_of_modules',
  `SELECT ${makeCompleteLevelSelectListSql(levelDefinitions.block, 't')} FROM lessons l
   CROSS JOIN LATERAL (SELECT b.* FROM blocks b WHERE b.workspace_id = $1 AND b.lesson_id = l.id OFFSET 0) t
   WHERE l.workspace_id = $1 AND l.module_id = ANY($2::uuid[]) ORDER BY t."order" LIMIT $3`,
)

function attachBlocks(lessons: readonly LessonRow[], blocks: readonly BlockRow[]): void {
  const byLesson = Map.groupBy(blocks, ({ lessonId }) => lessonId)
  for (const lesson of lessons) lesson.blocks = byLesson.get(lesson.id) ?? []
}

function attachLessons(modules: readonly ModuleRow[], lessons: readonly LessonRow[]): void {
  const byModule = Map.groupBy(lessons, ({ moduleId }) => moduleId)
  for (const module of modules) {
    module.lessons = byModule.get(module.id) ?? []
    module.lessonCount = module.lessons.length
  }
}

function findChangedIds(
  ids: readonly string[],
  first: readonly CourseVersion[],
  last: readonly CourseVersion[],
): string[] {
  const [before, after] = [first, last].map((read) => new Map(read.map((node) => [node.id, node.courseVersion])))
  return ids.filter((id) => before!.get(id) !== after!.get(id))
}

type Reader<Row> = (
  sql: SqlRunner,
  workspaceId: string,
  ids: readonly string[],
  requested: LevelsToReadBelowNode,
) => Promise<ReadAttemptResult<Row>>

const readModules: Reader<ModuleRow> = async (sql, workspaceId, ids, requested) => {
  const levels: BoundSqlStatement[] = [
    [statements.module.nodes, [workspaceId, ids]],
    makeChildrenOfParentsStatement('lesson', workspaceId, ids),
  ]
  if (requested.blocks) levels.push([blocksOfModules, [workspaceId, ids, maxCourseRecords + 1]])
  const results: unknown[][] = await sql.pipeline([...levels, [statements.module.versions, [workspaceId, ids]]])
  const [modules, lessons] = [results[0] as Versioned<ModuleRow>[], results[1] as LessonRow[]]
  const blocks = requested.blocks ? (results[2] as BlockRow[]) : undefined
  assertNotTooManyRecordsToRead(lessons.length + (blocks?.length ?? 0))
  if (blocks) attachBlocks(lessons, blocks)
  attachLessons(modules, lessons)
  return { rows: modules, changedIds: findChangedIds(ids, modules, results.at(-1) as CourseVersion[]) }
}

const readLessons: Reader<LessonRow> = async (sql, workspaceId, ids) => {
  const [lessons, blocks, last] = await sql.pipeline<[Versioned<LessonRow>, BlockRow, CourseVersion]>([
    [statements.lesson.nodes, [workspaceId, ids]],
    makeChildrenOfParentsStatement('block', workspaceId, ids),
    [statements.lesson.versions, [workspaceId, ids]],
  ])
  assertNotTooManyRecordsToRead(blocks.length)
  attachBlocks(lessons, blocks)
  return { rows: lessons, changedIds: findChangedIds(ids, lessons, last) }
}

const readers: { [L in LevelWithChildren]: Reader<TreeNodeRow<L>> } = { module: readModules, lesson: readLessons }

/**
 * Reads modules or lessons with the requested levels below, each from a single version of its course.
 * @throws ApiError `invalid_request` for more than `maxCourseRecords` records
 */
export function readNodesWithDescendants<L extends LevelWithChildren>(
  sql: SqlRunner | TransactionalSqlRunner,
  name: L,
  workspaceId: string,
  ids: readonly string[],
  requested: LevelsToReadBelowNode,
): Promise<Map<string, TreeNodeRow<L>>> {
  const read: Reader<TreeNodeRow<L>> = readers[name]
  const reader: RecordReaderAndCourseLocker<TreeNodeRow<L>> = {
    read: (runner, some) => read(runner, workspaceId, some, requested),
    lock: (tx, id) => findAndLockCourseOfNode(tx, name, workspaceId, id),
  }
  return readRecordsAtOneCourseVersion(sql, ids, reader, { maxAttempts: 2 })
}

/** Returns whether a query requests at least one level below modules or lessons. */
export const requestsLevelsBelow = (name: LevelWithChildren, { lessons, blocks }: LevelsToReadBelowNode) =>
  name === 'module' ? lessons === true : blocks === true

/**
 * Reads modules or lessons again, with the requested levels below them. Leaves out records that another request has
 * deleted.
 */
export async function rereadNodesWithDescendants<L extends LevelWithChildren>(
  sql: SqlRunner | TransactionalSqlRunner,
  name: L,
  workspaceId: string,
  nodes: TreeNodeRow<L>[],
  requested: LevelsToReadBelowNode,
): Promise<TreeNodeRow<L>[]> {
  if (nodes.length === 0 || !requestsLevelsBelow(name, requested)) return nodes
  const ids = nodes.map(({ id }) => id)
  const found = await readNodesWithDescendants(sql, name, workspaceId, ids, requested)
  return ids.flatMap((id) => found.get(id) ?? [])
}
