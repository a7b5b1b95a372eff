import { brandWithType } from '@pothos/core'
import type { builder } from '../../operations/builder.ts'
import type { GraphQLContext } from '../../operations/context.ts'
import { isUuid } from '../../platform/uuid.ts'
import { blockRef, courseRef, lessonRef, moduleRef } from '../outline/graphql/refs.ts'
import { getDataLoaders } from '../outline/reads/loaders.ts'
import type { BlockRow, CourseRow, LessonRow, ModuleRow } from '../outline/rows.ts'

type Row = CourseRow | ModuleRow | LessonRow | BlockRow
type Reference = { id: string }
type EntityRef = typeof courseRef | typeof moduleRef | typeof lessonRef | typeof blockRef

/**
 * Reads the record that a gateway of Apollo Federation requests by its id. Returns null for an unknown id and for an id
 * of another workspace.
 */
type EntityReader = (reference: Reference, context: GraphQLContext) => Promise<Row | null>

/**
 * Makes the function that reads the records of one GraphQL type. `brandWithType` tells GraphQL which type of the union
 * `_Entity` a record has.
 */
function makeReadEntity(
  ref: EntityRef,
  load: (loaders: ReturnType<typeof getDataLoaders>, id: string) => Promise<Row | undefined>,
): EntityReader {
  return async ({ id }, context) => {
    if (!isUuid(id)) return null
    const row = await load(getDataLoaders(context), id)
    if (row) brandWithType<typeof builder.$inferSchemaTypes>(row, ref)
    return row ?? null
  }
}

/**
 * The readers of Apollo Federation entities, by GraphQL type. They use DataLoaders, so that one SQL statement reads all
 * entities of a type.
 */
export const entityReaderByTypeName: ReadonlyMap<string, EntityReader> = new Map([
  ['Course', makeReadEntity(courseRef, ({ course }, id) => course.load(id))],
  ['Module', makeReadEntity(moduleRef, ({ module }, id) => module.load(id))],
  ['Lesson', makeReadEntity(lessonRef, ({ lesson }, id) => lesson.load(id))],
  ['Block', makeReadEntity(blockRef, ({ block }, id) => block.load(id))],
])
