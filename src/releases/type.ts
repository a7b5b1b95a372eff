import { childListFieldOptions } from '../courses/outline/graphql/record-types.ts'
import { courseRecordDefinition } from '../courses/records/course.ts'
import { declareFieldsInOutputType } from '../courses/records/graphql.ts'
import { lessonRecordDefinition } from '../courses/records/lesson.ts'
import { moduleRecordDefinition } from '../courses/records/module.ts'
import { actorFieldOptions, readActor } from '../operations/actor.ts'
import { builder } from '../operations/builder.ts'
import { withJsonSchema } from '../operations/json-schema.ts'
import { declarePageType } from '../operations/pages.ts'
import { declareIdFieldPair } from '../operations/record-id.ts'
import { declareReleaseBlockType, keyFieldOptionsInRelease } from './content/block-type.ts'
import { contentHashFieldOptions } from './content/content-hash-field-options.ts'
import type { Outline, OutlineModule, ReleaseLesson } from './content/outline.ts'
import type { ReleaseRow } from './content/row.ts'

type OutputBuilder<Row extends ReleaseRow> = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Row>
type Fields = ReturnType<Parameters<typeof builder.queryFields>[0]>

const numberJsonSchema = withJsonSchema({ minimum: 1, maximum: 2_147_483_647 })

/**
 * Declares the fields that the GraphQL types `Release` (in lists) and `ReleaseTree` (with the content) have in common.
 */
const declareReleaseFields = <Row extends ReleaseRow>(t: OutputBuilder<Row>): Fields => {
  // The `expose` methods do not accept fields of the type parameter `Row`, so `r` has the type `ReleaseRow`.
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
      resolve: ({ createdBy }, _args, context) => readActor(context, createdBy),
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
    pinned: r.exposeBoolean('pinned', { description: 'Whether the release is never deleted automatically.' }),
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
  fields: (t) => declareReleaseFields(t),
})

export const releasePageRef = declarePageType('ReleasePage', releaseRef, 'releases')

const releaseBlockRef = declareReleaseBlockType(
  'ReleaseBlock',
  'A content block of a release.',
  'The content of the block, including the quiz answers.',
)

const releaseLessonRef = builder.objectRef<ReleaseLesson & { hash: string }>('ReleaseLesson').implement({
  description: 'A lesson of a release.',
  fields: (t) => ({
    ...declareIdFieldPair(t, 'lessonId', 'Identifier of the lesson.'),
    key: t.exposeString('key', keyFieldOptionsInRelease),
    ...declareFieldsInOutputType(t, lessonRecordDefinition),
    hash: t.exposeString('hash', {
      ...contentHashFieldOptions,
      description: 'SHA-256 of the lesson. A lesson with the same hash in two releases has the same content in both.',
    }),
    blocks: t.expose('blocks', {
      type: [releaseBlockRef],
      description: 'The blocks of the lesson, in order.',
      ...childListFieldOptions,
    }),
  }),
})

/** A module of a release with the contents of its lessons. */
type ReleaseModule = Omit<OutlineModule, 'lessons'> & { lessons: (ReleaseLesson & { hash: string })[] }

const releaseModuleRef = builder.objectRef<ReleaseModule>('ReleaseModule').implement({
  description: 'A module of a release.',
  fields: (t) => ({
    ...declareIdFieldPair(t, 'moduleId', 'Identifier of the module.'),
    key: t.exposeString('key', keyFieldOptionsInRelease),
    ...declareFieldsInOutputType(t, moduleRecordDefinition),
    lessons: t.expose('lessons', {
      type: [releaseLessonRef],
      description: 'The lessons of the module, in order.',
      ...childListFieldOptions,
    }),
  }),
})

/** A release with its content. */
export type ReleaseTree = ReleaseRow & Omit<Outline, 'id' | 'modules'> & { modules: ReleaseModule[] }

export const releaseTreeRef = builder.objectRef<ReleaseTree>('ReleaseTree').implement({
  description: 'A release with its content: the course, modules, lessons and blocks, including the quiz answers.',
  fields: (t) => ({
    ...declareReleaseFields(t),
    ...declareFieldsInOutputType(t, courseRecordDefinition),
    modules: t.expose('modules', {
      type: [releaseModuleRef],
      description: 'The modules of the course, in order.',
      ...childListFieldOptions,
    }),
  }),
})
