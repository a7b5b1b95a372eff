import { brandWithType } from '@pothos/core'
import type { builder } from '../../operations/builder.ts'
import type { GraphQLContext } from '../../operations/context.ts'
import { isUuid } from '../../platform/uuid.ts'
import { blockRef, courseRef, lessonRef, moduleRef } from '../outline/graphql/refs.ts'
import { makeCoursesByIdsStatement } from '../outline/reads/course-reads.ts'
import { makeTreeNodesByIdsStatement, sortByIds } from '../outline/reads/reads.ts'
import type { BlockRow, CourseRow, LessonRow, ModuleRow } from '../outline/rows.ts'
import { readTreesOfCoursesInTurn } from '../tree/reads/in-turn.ts'
import { type LevelsToReadBelowNode, rereadNodesWithDescendants } from '../tree/reads/nodes-with-levels.ts'
import type { TreeLevelsToRead } from '../tree/reads/trees.ts'

/**
 * The levels below courses, modules and lessons that a GraphQL query selects, such as the lessons and blocks of a
 * module.
 */
type LevelsBelowRecords = { course: TreeLevelsToRead; module: LevelsToReadBelowNode; lesson: LevelsToReadBelowNode }

type RecordRow = CourseRow | ModuleRow | LessonRow | BlockRow
type RecordRef = Parameters<typeof brandWithType<typeof builder.$inferSchemaTypes>>[1]

/** Marks each row with its GraphQL type, so that GraphQL knows which type a value of the interface `Node` has. */
function withType<Row extends RecordRow>(rows: Row[], type: RecordRef): Row[] {
  for (const row of rows) brandWithType(row, type)
  return rows
}

/**
 * Reads courses, modules, lessons and blocks by their ids. Returns the records in the order of `ids`, with null for an
 * unknown id.
 */
export async function readRecordsByIds(
  context: GraphQLContext,
  ids: readonly string[],
  requested: LevelsBelowRecords,
): Promise<(RecordRow | null)[]> {
  const { sql } = context.db
  const workspaceId = context.workspaceId()
  const known = ids.filter(isUuid)
  if (known.length === 0) return ids.map(() => null)
  const [courses, modules, lessons, blocks] = await sql.pipeline([
    makeCoursesByIdsStatement(workspaceId, known),
    makeTreeNodesByIdsStatement('module', workspaceId, known),
    makeTreeNodesByIdsStatement('lesson', workspaceId, known),
    makeTreeNodesByIdsStatement('block', workspaceId, known),
  ])
  const rows = [
    ...withType(await readTreesOfCoursesInTurn(context, courses, requested.course), courseRef),
    ...withType(await rereadNodesWithDescendants(sql, 'module', workspaceId, modules, requested.module), moduleRef),
    ...withType(await rereadNodesWithDescendants(sql, 'lesson', workspaceId, lessons, requested.lesson), lessonRef),
    ...withType(blocks, blockRef),
  ]
  return sortByIds(ids, rows).map((row) => row ?? null)
}
