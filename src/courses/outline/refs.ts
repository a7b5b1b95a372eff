import { builder } from '../../operations/builder.ts'
import type { BlockRow, CourseRow, LessonRow, ModuleRow } from './rows.ts'

// The GraphQL types are declared here, so that the folders course, module, lesson and block do not import each other.
export const courseRef = builder.objectRef<CourseRow>('Course')
export const moduleRef = builder.objectRef<ModuleRow>('Module')
export const lessonRef = builder.objectRef<LessonRow>('Lesson')
export const blockRef = builder.objectRef<BlockRow>('Block')

/** The GraphQL enum of record levels: course, module, lesson or block. */
export const levelRef = builder.enumType('NodeKind', {
  description: 'Whether a record is a course, module, lesson or block.',
  values: {
    course: { description: 'A course.' },
    module: { description: 'A module.' },
    lesson: { description: 'A lesson.' },
    block: { description: 'A content block.' },
  },
})
