import { brandWithType } from '@pothos/core'
import { assertAccess } from '../../../identity/access.ts'
import type { builder } from '../../../operations/builder.ts'
import type { GraphQLContext } from '../../../operations/context.ts'
import { graphqlOnlyFieldOptions } from '../../../operations/field-options.ts'
import type { LevelName } from '../levels.ts'
import { getDataLoaders } from '../reads/loaders.ts'
import { blockRef, courseRef, lessonRef, moduleRef, recordInterfaceRef } from './refs.ts'

type SchemaTypes = typeof builder.$inferSchemaTypes
type OutputBuilder<Row extends object> = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Row>
type Fields = ReturnType<Parameters<typeof builder.queryFields>[0]>

const refs = { course: courseRef, module: moduleRef, lesson: lessonRef, block: blockRef }

/** The level and the identifier of a record, such as the parent of a deleted block. */
export type RecordReference = { level: 'course' | LevelName; id: string }

const options = { ...graphqlOnlyFieldOptions, nullable: true } as const

/** A mutation can need another scope. Without the scope `courses:read`, no record can be read through its result. */
const assertMayRead = (context: GraphQLContext) => assertAccess('courses:read', context)

/**
 * Declares the field `course` of an object that names its course by `courseId`. Client caches then learn the new state
 * of the course from the result of a mutation. The course is read only if a query selects the field.
 */
export function declareCourseField<Row extends object>(
  t: OutputBuilder<Row>,
  getCourseId: (row: Row) => string | null | undefined,
  description = 'The course.',
): Fields {
  return {
    course: t.field({
      ...options,
      type: courseRef,
      description,
      resolve: async (row, _args, context) => {
        const courseId = getCourseId(row)
        if (!courseId) return null
        assertMayRead(context)
        return (await getDataLoaders(context).course.load(courseId)) ?? null
      },
    }),
  }
}

async function readRecord(context: GraphQLContext, { level, id }: RecordReference) {
  assertMayRead(context)
  const row = await getDataLoaders(context)[level].load(id)
  if (row) brandWithType<SchemaTypes>(row, refs[level])
  return row ?? null
}

/** Declares a field that reads a course, module, lesson or block of the result of a mutation. */
export function declareRecordField<Row extends object>(
  t: OutputBuilder<Row>,
  name: string,
  description: string,
  getReference: (row: Row) => RecordReference | null | undefined,
): Fields {
  return {
    [name]: t.field({
      ...options,
      type: recordInterfaceRef,
      description,
      resolve: (row, _args, context) => {
        const reference = getReference(row)
        return reference ? readRecord(context, reference) : null
      },
    }),
  }
}
