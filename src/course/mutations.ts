import { builder } from '../builder.ts'
import { check } from '../checks.ts'
import { expose } from '../expose.ts'
import { deletedRef } from '../outline/records.ts'
import { courseRef } from '../outline/refs.ts'
import { expectedVersionText, newId } from '../outline/writes.ts'
import { changeCourse, courseChange, deleteCourse, newCourse, statusOf } from './rules.ts'
import { difficultyRef } from './type.ts'

const descriptions = {
  name: 'Name, 1 to 200 characters.',
  description: 'What the course is about, at most 10,000 characters.',
  language: 'Language, a BCP 47 tag such as en or pt-BR.',
  difficulty: 'How hard the course is.',
  published: 'Whether learners may see it. Default false.',
}

const newCourseRef = builder.inputType('CreateCourseInput', {
  description: 'A new course.',
  fields: (t) => ({
    name: t.string({ required: true, description: descriptions.name }),
    description: t.string({ description: descriptions.description }),
    language: t.string({ description: descriptions.language }),
    difficulty: t.field({ type: difficultyRef, description: descriptions.difficulty }),
    published: t.boolean({ description: descriptions.published }),
  }),
})

const courseChangeRef = builder.inputType('UpdateCourseInput', {
  description: 'What to change of a course: what is absent stays, null clears.',
  fields: (t) => ({
    name: t.string({ description: descriptions.name }),
    description: t.string({ description: descriptions.description }),
    language: t.string({ description: descriptions.language }),
    difficulty: t.field({ type: difficultyRef, description: descriptions.difficulty }),
    published: t.boolean({ description: descriptions.published }),
  }),
})

builder.mutationField('createCourse', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: { method: 'POST', path: '/courses', status: 201, tag: 'Courses', location: '/courses/{id}' },
      tool: { name: 'create_course', title: 'Create a course' },
    }),
    type: courseRef,
    description: 'Creates a course.',
    args: { input: t.arg({ type: newCourseRef, required: true, description: 'The course.' }) },
    resolve: (_root, { input }, context) => {
      const { published, ...fields } = check(newCourse, input)
      const status = statusOf(published ?? false)
      const id = newId()
      return context.db.prisma.course.create({ data: { ...fields, status, id, workspaceId: context.workspaceId() } })
    },
  }),
)

builder.mutationField('updateCourse', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: { method: 'PATCH', path: '/courses/{courseId}', tag: 'Courses', names: { id: 'courseId' } },
      tool: { name: 'update_course', title: 'Change a course', idempotent: true },
    }),
    type: courseRef,
    description: 'Changes a course: what is absent stays, null clears.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      input: t.arg({ type: courseChangeRef, required: true, description: 'What to change.' }),
      expectedVersion: t.arg.int({ description: expectedVersionText }),
    },
    resolve: (_root, { id, input, expectedVersion }, context) => {
      const { published, ...fields } = check(courseChange, input)
      const change = { ...fields, ...(published !== undefined && { status: statusOf(published) }) }
      return changeCourse(context.db.prisma, context.workspaceId(), id, change, expectedVersion)
    },
  }),
)

builder.mutationField('deleteCourse', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: { method: 'DELETE', path: '/courses/{courseId}', tag: 'Courses', names: { id: 'courseId' } },
      tool: { name: 'delete_course', title: 'Delete a course', destructive: true, idempotent: true },
    }),
    type: deletedRef,
    description: 'Deletes a course with everything below it.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      expectedVersion: t.arg.int({ description: expectedVersionText }),
    },
    resolve: async (_root, { id, expectedVersion }, context) => {
      await deleteCourse(context.db.prisma, context.workspaceId(), id, expectedVersion)
      return { id }
    },
  }),
)
