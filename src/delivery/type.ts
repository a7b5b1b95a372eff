import { childListFieldOptions } from '../courses/outline/graphql/record-types.ts'
import { courseRecordDefinition } from '../courses/records/course.ts'
import { courseSettingsDefinition } from '../courses/records/course-settings.ts'
import { declareFieldsInOutputType } from '../courses/records/graphql.ts'
import { lessonRecordDefinition } from '../courses/records/lesson.ts'
import { moduleRecordDefinition } from '../courses/records/module.ts'
import { nameResponseFieldOptions } from '../courses/records/name.ts'
import { builder } from '../operations/builder.ts'
import { makeExposedFieldOptions } from '../operations/field-options.ts'
import { withJsonSchema } from '../operations/json-schema.ts'
import { declarePageType } from '../operations/pages.ts'
import { declareIdFieldPair } from '../operations/record-id.ts'
import { makeResponseLimitsFromZod } from '../operations/validation.ts'
import { keyFieldOptionsInRelease } from '../releases/content/block-type.ts'
import { contentHashFieldOptions } from '../releases/content/content-hash-field-options.ts'
import type { OutlineLesson, OutlineModule } from '../releases/content/outline.ts'
import type { DeliveredCourseEntry } from './list.ts'

type SchemaTypes = typeof builder.$inferSchemaTypes
type OutputBuilder<Row extends object> = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Row>

const { about: prerequisitesDescription, rule: prerequisitesRule } = lessonRecordDefinition.fields.prerequisites
const prerequisitesOptions = {
  ...withJsonSchema(makeResponseLimitsFromZod(prerequisitesRule)),
  description: prerequisitesDescription,
}

const outlineLessonRef = builder.objectRef<OutlineLesson>('DeliveredLessonEntry').implement({
  description: 'A lesson in the outline of a release.',
  fields: (t) => ({
    ...declareIdFieldPair(t, 'lessonId', 'Identifier of the lesson.'),
    key: t.exposeString('key', keyFieldOptionsInRelease),
    name: t.exposeString('name', { ...nameResponseFieldOptions, description: 'Name of the lesson.' }),
    durationMinutes: t.exposeInt('durationMinutes', { nullable: true, description: 'The learning time, in minutes.' }),
    prerequisites: t.exposeStringList('prerequisites', prerequisitesOptions),
    optional: t.exposeBoolean('optional', { description: lessonRecordDefinition.fields.optional.about }),
    blockCount: t.exposeInt('blocks', { description: 'Number of content blocks in the lesson.' }),
    hash: t.exposeString('hash', {
      ...contentHashFieldOptions,
      description:
        'A hash of the lesson. It changes when the lesson changes. The service makes it with a secret, so that learners cannot use it to find out answers.',
    }),
  }),
})

const outlineModuleRef = builder.objectRef<OutlineModule>('DeliveredModule').implement({
  description: 'A module of a release, with its lessons but without their blocks.',
  fields: (t) => ({
    ...declareIdFieldPair(t, 'moduleId', 'Identifier of the module.'),
    key: t.exposeString('key', keyFieldOptionsInRelease),
    ...declareFieldsInOutputType(t, moduleRecordDefinition),
    lessons: t.expose('lessons', {
      type: [outlineLessonRef],
      description: 'The lessons of the module, in order, without their blocks.',
      ...childListFieldOptions,
    }),
  }),
})

/**
 * Declares the fields that the three GraphQL types of a published course share: the list entry, the course with its
 * outline, and the course with all its lessons.
 */
export const declareSharedDeliveredCourseFields = <Row extends DeliveredCourseEntry>(t: OutputBuilder<Row>) => ({
  ...declareIdFieldPair(t, 'courseId', 'Identifier of the course.'),
  ...declareFieldsInOutputType<Row, typeof courseRecordDefinition.fields>(t, courseRecordDefinition),
  ...declareFieldsInOutputType<Row, typeof courseSettingsDefinition.fields>(t, courseSettingsDefinition),
  release: t.int({
    ...makeExposedFieldOptions('number'),
    description: 'Number of the release.',
    resolve: ({ number }) => number,
  }),
  publishedAt: t.field({
    type: 'DateTime',
    ...makeExposedFieldOptions('publishedAt'),
    description: 'When the release went live.',
    resolve: ({ publishedAt }) => publishedAt,
  }),
  hash: t.string({
    extensions: { ...makeExposedFieldOptions('hash').extensions, ...contentHashFieldOptions.extensions },
    description:
      'A hash of the release. It changes when the content changes, and differs from the hash that authors see.',
    resolve: ({ hash }) => hash,
  }),
})

const deliveredCourseEntryRef = builder.objectRef<DeliveredCourseEntry>('DeliveredCourseEntry').implement({
  description: 'A published course in a list.',
  fields: declareSharedDeliveredCourseFields,
})

export const deliveredCoursePageRef = declarePageType(
  'DeliveredCoursePage',
  deliveredCourseEntryRef,
  'published courses, the newest first',
)

/** A release of a course with its modules and lessons, without the blocks of the lessons. */
export type DeliveredCourse = DeliveredCourseEntry & { modules: OutlineModule[] }

export const deliveredCourseRef = builder.objectRef<DeliveredCourse>('DeliveredCourse').implement({
  description: 'A release of a course: its fields, modules and lessons, without the content of lessons.',
  fields: (t) => ({
    ...declareSharedDeliveredCourseFields(t),
    modules: t.expose('modules', {
      type: [outlineModuleRef],
      description: 'The modules of the course, in order.',
      ...childListFieldOptions,
    }),
  }),
})
