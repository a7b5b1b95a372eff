import { builder } from '../builder.ts'
import { check, checkedBy } from '../checks.ts'
import { expose } from '../expose.ts'
import { idempotencyArgs, idempotent } from '../idempotent.ts'
import { deletedRef } from '../outline/records.ts'
import { courseRef } from '../outline/refs.ts'
import { contentTools } from '../outline/tools.ts'
import { expectedVersionText, newId } from '../outline/writes.ts'
import { wantedOf } from '../tree/input.ts'
import { newModuleRef } from '../tree/new-nodes.ts'
import { treeBytes } from '../tree/nodes.ts'
import { createTree } from '../tree/write.ts'
import { difficultyRef } from './enums.ts'
import { courseChange, fieldsOf, newCourse } from './rules.ts'
import { changeCourse, deleteCourse, insertCourse } from './writes.ts'

const descriptions = {
  name: 'Name, 1 to 200 characters.',
  description: 'What the course is about, at most 10,000 characters.',
  language: 'Language, a BCP 47 tag such as en or pt-BR.',
  difficulty: 'How hard the course is.',
  published: 'Whether learners may see it. Default false.',
}

const newCourseRef = builder.inputType('CreateCourseInput', {
  description: 'A new course.',
  ...checkedBy(newCourse, {
    name: 'Botany',
    description: 'How plants live.',
    language: 'en',
    difficulty: 'beginner',
    published: false,
  }),
  fields: (t) => ({
    name: t.string({ required: true, description: descriptions.name }),
    description: t.string({ description: descriptions.description }),
    language: t.string({ description: descriptions.language }),
    difficulty: t.field({ type: difficultyRef, description: descriptions.difficulty }),
    published: t.boolean({ description: descriptions.published }),
    modules: t.field({ type: [newModuleRef], description: 'Its modules with their lessons and blocks, in order.' }),
  }),
})

const courseChangeRef = builder.inputType('UpdateCourseInput', {
  description: 'What to change of a course: what is absent stays, null clears.',
  ...checkedBy(courseChange, { name: 'Botany for gardeners', difficulty: null, published: true }),
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
      rest: {
        method: 'POST',
        path: '/courses',
        status: 201,
        tag: 'Courses',
        location: '/courses/{id}',
        maxBytes: treeBytes,
        largeMember: 'modules',
      },
      tool: {
        name: 'create_course',
        title: 'Create a course',
        description: 'Creates a course, with all of its modules, lessons and blocks at once; a draft unless published.',
      },
    }),
    type: courseRef,
    description: 'Creates a course.',
    args: { ...idempotencyArgs, input: t.arg({ type: newCourseRef, required: true, description: 'The course.' }) },
    resolve: idempotent('createCourse', (_root, { input }, context) => {
      const { modules, ...fields } = check(newCourse, input)
      const { sql } = context.db
      const workspaceId = context.workspaceId()
      const wanted = wantedOf(modules)
      return wanted?.length
        ? sql.transaction((tx) => createTree(tx, workspaceId, fieldsOf(fields), wanted))
        : insertCourse(sql, workspaceId, newId(), fieldsOf(fields))
    }),
  }),
)

builder.mutationField('updateCourse', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: { method: 'PATCH', path: '/courses/{courseId}', tag: 'Courses', names: { id: 'courseId' } },
      tool: { ...contentTools.update, kind: 'course' },
    }),
    type: courseRef,
    description: 'Changes a course: what is absent stays, null clears.',
    args: {
      ...idempotencyArgs,
      id: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      input: t.arg({ type: courseChangeRef, required: true, description: 'What to change.' }),
      expectedVersion: t.arg.int({ description: expectedVersionText }),
    },
    resolve: idempotent('updateCourse', (_root, { id, input, expectedVersion }, context) => {
      const fields = fieldsOf(check(courseChange, input))
      return changeCourse(context.db.sql, context.workspaceId(), id, fields, { version: expectedVersion })
    }),
  }),
)

builder.mutationField('deleteCourse', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: { method: 'DELETE', path: '/courses/{courseId}', tag: 'Courses', names: { id: 'courseId' } },
      tool: { ...contentTools.remove, kind: 'course' },
    }),
    type: deletedRef,
    description: 'Deletes a course with everything below it.',
    args: {
      ...idempotencyArgs,
      id: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      expectedVersion: t.arg.int({ description: expectedVersionText }),
    },
    resolve: idempotent('deleteCourse', async (_root, { id, expectedVersion }, context) => {
      await deleteCourse(context.db.sql, context.workspaceId(), id, { version: expectedVersion })
      return { id }
    }),
  }),
)
