import { actorFieldOptions, findActorOfCallerId } from '../../../operations/actor.ts'
import type { builder } from '../../../operations/builder.ts'
import type { CourseRow, RowWithTimesAndActors } from '../rows.ts'
import { courseTimesRef, recordTimesRef } from './record-types.ts'

type OutputBuilder<Row extends RowWithTimesAndActors> = PothosSchemaTypes.ObjectFieldBuilder<
  typeof builder.$inferSchemaTypes,
  Row
>
type Fields = ReturnType<Parameters<typeof builder.queryFields>[0]>

const declareActorFields = <Row extends RowWithTimesAndActors>(t: OutputBuilder<Row>, record: string): Fields => ({
  createdBy: t.field({
    ...actorFieldOptions,
    description: `Who created the ${record}. Null for an old ${record} whose creator is not stored.`,
    resolve: ({ createdBy }, _args, context) => findActorOfCallerId(context, createdBy),
  }),
  updatedBy: t.field({
    ...actorFieldOptions,
    description: `Who last changed the ${record}. Null for an old change whose author is not stored.`,
    resolve: ({ updatedBy }, _args, context) => findActorOfCallerId(context, updatedBy),
  }),
})

/** Declares the fields `metadata`, `createdBy` and `updatedBy` of a module, lesson or block. */
export const declareNodeTimeAndActorFields = <Row extends RowWithTimesAndActors>(
  t: OutputBuilder<Row>,
  record: 'module' | 'lesson' | 'block',
): Fields => ({
  metadata: t.field({
    type: recordTimesRef,
    description: `When the ${record} was created and last changed.`,
    resolve: (row) => row,
  }),
  ...declareActorFields(t, record),
})

/** Declares the fields `metadata`, `createdBy` and `updatedBy` of a course. */
export const declareCourseTimeAndActorFields = (t: OutputBuilder<CourseRow>): Fields => ({
  metadata: t.field({
    type: courseTimesRef,
    description: 'When the course was created, when the course last changed, and when its content last changed.',
    resolve: (course) => course,
  }),
  ...declareActorFields(t, 'course'),
})
