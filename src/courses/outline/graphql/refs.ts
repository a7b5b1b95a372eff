import { builder } from '../../../operations/builder.ts'
import type { BlockRow, CourseRow, LessonRow, ModuleRow } from '../rows.ts'

/**
 * The GraphQL types of records are declared in this file, so that the folders course, module, lesson and block do not
 * import each other.
 */
export const courseRef = builder.objectRef<CourseRow>('Course')
export const moduleRef = builder.objectRef<ModuleRow>('Module')
export const lessonRef = builder.objectRef<LessonRow>('Lesson')
export const blockRef = builder.objectRef<BlockRow>('Block')

/**
 * The Apollo Federation directive `@key(fields: "id")`. A gateway can read each record by its id, so other subgraphs
 * can add fields to the type of the record.
 */
export const federationEntityDirectives = { key: { fields: 'id' } }

/** The GraphQL interface of records that clients can read again by id alone (Relay's Global Object Identification). */
export const recordInterfaceRef = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'A record that can be read again by its identifier: a course, module, lesson or block.',
  // Only types with this interface have `id: ID`, because many clients use such a field as the key of their cache.
  // All other types declare their id with `declareIdFieldPair` of `operations/record-id.ts`.
  fields: (t) => ({ id: t.exposeID('id', { description: 'Identifier of the record (UUID).' }) }),
})

/** The GraphQL enum of the kinds of records: course, module, lesson or block. */
export const recordKindRef = builder.enumType('NodeKind', {
  description: 'The kind of a record: course, module, lesson or block.',
  values: {
    course: { description: 'A course.' },
    module: { description: 'A module.' },
    lesson: { description: 'A lesson.' },
    block: { description: 'A content block.' },
  },
})
