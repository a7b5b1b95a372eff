import { actorFieldOptions, readActor } from '../../../operations/actor.ts'
import type { builder } from '../../../operations/builder.ts'
import type { RowWithActors } from '../rows.ts'

type OutputBuilder<Row extends RowWithActors> = PothosSchemaTypes.ObjectFieldBuilder<
  typeof builder.$inferSchemaTypes,
  Row
>
type Fields = ReturnType<Parameters<typeof builder.queryFields>[0]>

/** Declares the fields `createdBy` and `updatedBy` of a course, module, lesson or block. */
export const declareActorFields = <Row extends RowWithActors>(t: OutputBuilder<Row>, record: string): Fields => ({
  createdBy: t.field({
    ...actorFieldOptions,
    description: `Who created the ${record}. Null if the ${record} is older than this field.`,
    resolve: ({ createdBy }, _args, context) => readActor(context, createdBy),
  }),
  updatedBy: t.field({
    ...actorFieldOptions,
    description: `Who last changed the ${record}. Null if the last change is older than this field.`,
    resolve: ({ updatedBy }, _args, context) => readActor(context, updatedBy),
  }),
})
