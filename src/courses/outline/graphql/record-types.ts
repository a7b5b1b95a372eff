import { builder } from '../../../operations/builder.ts'
import { nestedRecordsFieldOptions } from '../../../operations/field-options.ts'
import { withJsonSchema } from '../../../operations/json-schema.ts'
import { declareIdFieldPair } from '../../../operations/record-id.ts'
import { maxCourseRecords } from '../rules/course-size.ts'
import { declareCourseField, declareRecordField, type RecordReference } from './affected-record-fields.ts'

type Dates = { createdAt: string | Date; updatedAt: string | Date }

/** The GraphQL type for the times of a record: when created, and when last changed. */
export const recordTimesRef = builder.objectRef<Dates>('Metadata').implement({
  description: 'When a record was created and last changed.',
  fields: (t) => ({
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the record was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the record last changed.' }),
  }),
})

/** The GraphQL type for the times of a course: when created, when last changed, and when its content last changed. */
export const courseTimesRef = builder
  .objectRef<Dates & { contentUpdatedAt: string | Date }>('CourseMetadata')
  .implement({
    description: 'When a course was created, when the course last changed, and when its content last changed.',
    fields: (t) => ({
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the course was created.' }),
      updatedAt: t.expose('updatedAt', {
        type: 'DateTime',
        description: 'When a field of the course itself last changed.',
      }),
      contentUpdatedAt: t.expose('contentUpdatedAt', {
        type: 'DateTime',
        description: 'When the course or one of its modules, lessons or blocks last changed.',
      }),
    }),
  })

/**
 * The Pothos options of a field that contains the path of a record in its course, such as modules.0.lessons.2.blocks.1.
 * They declare the maximum length of the path.
 */
export const nodePathFieldOptions = withJsonSchema({ maxLength: 100 })

/**
 * The Pothos options of a field that lists children: the modules of a course, the lessons of a module, or the blocks of
 * a lesson.
 */
export const childListFieldOptions = {
  extensions: { ...nestedRecordsFieldOptions.extensions, ...withJsonSchema({ maxItems: maxCourseRecords }).extensions },
} as const

/** A deleted record. `courseId` and `parent` are missing if no course has changed. */
type DeletedRecord = { id: string; trashId?: string; courseId?: string; parent?: RecordReference }

/** The GraphQL result type of every delete operation. */
export const deletedResultRef = builder.objectRef<DeletedRecord>('Deleted').implement({
  description: 'A deleted record.',
  fields: (t) => ({
    ...declareIdFieldPair(t, 'deletedId', 'Identifier of the deleted record.'),
    deleted: t.boolean({ ...withJsonSchema({ const: true }), description: 'Always true.', resolve: () => true }),
    trashId: t.id({
      nullable: true,
      description: 'Identifier of the trash entry that restores the record. Null if the record is not in the trash.',
      resolve: ({ trashId }) => trashId ?? null,
    }),
    ...declareCourseField(
      t,
      ({ courseId }) => courseId,
      'The course from which the record was deleted, after the request. Null if the record is a course or a trash entry.',
    ),
    ...declareRecordField(
      t,
      'parent',
      'The course, module or lesson from which a module, lesson or block was deleted, after the request. Otherwise null.',
      ({ parent }) => parent,
    ),
  }),
})
