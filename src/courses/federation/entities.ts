import { brandWithType } from '@pothos/core'
import { builder } from '../../operations/builder.ts'
import type { GraphQLContext } from '../../operations/context.ts'
import { isUuid } from '../../platform/uuid.ts'
import { getDataLoaders } from '../outline/loaders.ts'
import { blockRef, courseRef, lessonRef, moduleRef } from '../outline/refs.ts'
import type { BlockRow, CourseRow, LessonRow, ModuleRow } from '../outline/rows.ts'

type Row = CourseRow | ModuleRow | LessonRow | BlockRow
type Reference = { id: string }
type EntityRef = typeof courseRef | typeof moduleRef | typeof lessonRef | typeof blockRef

/**
 * Reads the record that a gateway of Apollo Federation requests by its id. Returns null for an unknown id and for an id
 * of another workspace.
 */
export type ReadEntity = (reference: Reference, context: GraphQLContext) => Promise<Row | null>

const key = builder.selection<Reference>('id')

function declareEntity(
  ref: EntityRef,
  load: (loaders: ReturnType<typeof getDataLoaders>, id: string) => Promise<Row | undefined>,
): ReadEntity {
  const readEntity: ReadEntity = async ({ id }, context) => {
    if (!isUuid(id)) return null
    const row = await load(getDataLoaders(context), id)
    if (row) brandWithType<typeof builder.$inferSchemaTypes>(row, ref)
    return row ?? null
  }
  builder.asEntity(ref, { key, resolveReference: readEntity })
  return readEntity
}

/**
 * The functions that read the entities of Apollo Federation, by the name of the GraphQL type. Other subgraphs can add
 * fields to these types, because a gateway can read each record by its id. DataLoaders read the requested records of a
 * type together.
 */
export const readEntityByTypeName: ReadonlyMap<string, ReadEntity> = new Map([
  ['Course', declareEntity(courseRef, ({ course }, id) => course.load(id))],
  ['Module', declareEntity(moduleRef, ({ module }, id) => module.load(id))],
  ['Lesson', declareEntity(lessonRef, ({ lesson }, id) => lesson.load(id))],
  ['Block', declareEntity(blockRef, ({ block }, id) => block.load(id))],
])
