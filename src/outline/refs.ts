import { builder } from '../builder.ts'
import type { BlockRow, CourseRow, LessonRow, ModuleRow } from './rows.ts'

// The names by which rooms speak of each other's types, so that no room imports another.
export const courseRef = builder.objectRef<CourseRow>('Course')
export const moduleRef = builder.objectRef<ModuleRow>('Module')
export const lessonRef = builder.objectRef<LessonRow>('Lesson')
export const blockRef = builder.objectRef<BlockRow>('Block')

/** What a node of a course is, where operations speak of all levels. */
export const nodeKindRef = builder.enumType('NodeKind', {
  description: 'What a node of a course is.',
  values: {
    course: { description: 'A course itself.' },
    module: { description: 'A module.' },
    lesson: { description: 'A lesson.' },
    block: { description: 'A content block.' },
  },
})
