import { declareCourseField } from '../courses/outline/graphql/affected-record-fields.ts'
import { actorFieldOptions, findActorOfCallerId } from '../operations/actor.ts'
import { builder } from '../operations/builder.ts'
import { withJsonSchema } from '../operations/json-schema.ts'
import { declarePageType } from '../operations/pages.ts'
import { contentHashFieldOptions } from './content/content-hash-field-options.ts'
import type { ReleaseRow } from './content/row.ts'

type OutputBuilder<Row extends ReleaseRow> = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Row>
type Fields = ReturnType<Parameters<typeof builder.queryFields>[0]>

const numberJsonSchema = withJsonSchema({ minimum: 1, maximum: 2_147_483_647 })

/**
 * Declares the fields that the GraphQL types `Release` (without the content) and `ReleaseTree` (with the content)
 * share.
 */
export const declareCommonReleaseFields = <Row extends ReleaseRow>(t: OutputBuilder<Row>): Fields => {
  // TypeScript does not know the fields of the type parameter `Row`, so `t.expose` accepts no field name.
  // `r` is the same builder as `t`, but its type has the fields of `ReleaseRow`.
  const r = t as OutputBuilder<ReleaseRow>
  return {
    number: r.exposeInt('number', { ...numberJsonSchema, description: 'Number of the release in its course, from 1.' }),
    courseId: r.exposeID('courseId', { description: 'Identifier of the course.' }),
    message: r.exposeString('message', {
      nullable: true,
      ...withJsonSchema({ maxLength: 2000 }),
      description: "The author's description of the changes.",
    }),
    treeVersion: r.exposeInt('treeVersion', {
      description: 'The treeVersion that the draft had when the release was created.',
    }),
    isPartial: r.exposeBoolean('isPartial', {
      description:
        'Whether only some lessons of the draft were published. The other lessons were copied from the release that was live before.',
    }),
    hash: r.exposeString('hash', {
      ...contentHashFieldOptions,
      description: 'SHA-256 of the content. Two releases of a course with the same hash have the same content.',
    }),
    createdBy: r.field({
      ...actorFieldOptions,
      description: 'Who created the release. Null for a release that the service created by itself.',
      resolve: ({ createdBy }, _args, context) => findActorOfCallerId(context, createdBy),
    }),
    published: r.exposeBoolean('published', {
      description:
        'Whether the release was published. False for a release that only keeps the draft as it was before a restore.',
    }),
    liveFrom: r.expose('liveFrom', {
      type: 'DateTime',
      nullable: true,
      description:
        'The time from which learners see the release. Null if the release was never published, or if its schedule was cancelled.',
    }),
    liveUntil: r.expose('liveUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'The time until which learners see the release. Null if the release has no end.',
    }),
    pinned: r.exposeBoolean('pinned', {
      description: 'Whether the release is pinned. A pinned release is never deleted automatically.',
    }),
    version: r.exposeInt('version', {
      description:
        'Version of the release. Each change of `liveFrom`, `liveUntil` or `pinned` increases the version by one.',
    }),
    createdAt: r.expose('createdAt', { type: 'DateTime', description: 'When the release was created.' }),
  }
}

export const releaseRef = builder.objectRef<ReleaseRow>('Release').implement({
  description:
    'A numbered copy of a course. The content of a release never changes, but the schedule and the pin can change.',
  fields: (t) => ({
    ...declareCommonReleaseFields(t),
    ...declareCourseField(t, ({ courseId }) => courseId),
  }),
})

export const releasePageRef = declarePageType('ReleasePage', releaseRef, 'releases')
