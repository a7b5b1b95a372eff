import { builder } from '../builder.ts'
import { check, checkedBy } from '../checks.ts'
import { expose } from '../expose.ts'
import { idempotencyArgs, idempotent } from '../idempotent.ts'
import { deletedRef } from '../outline/records.ts'
import { lessonRef } from '../outline/refs.ts'
import { contentTools } from '../outline/tools.ts'
import { changeChild, createChild, expectedVersionText, removeChild } from '../outline/writes.ts'
import { lessonChange, newLesson } from './rules.ts'

const descriptions = {
  name: 'Name, 1 to 200 characters.',
  description: 'What the lesson is about, at most 10,000 characters.',
  order: 'Position within the module, from 0. One that is taken moves its holder and those after it up by one.',
}

const newLessonRef = builder.inputType('CreateLessonInput', {
  description: 'A new lesson.',
  ...checkedBy(newLesson, { name: 'Photosynthesis', description: 'Light, water, air; sugar.', order: 0 }),
  fields: (t) => ({
    name: t.string({ required: true, description: descriptions.name }),
    description: t.string({ description: descriptions.description }),
    order: t.int({ description: `${descriptions.order} Left out: after the last.` }),
  }),
})

const lessonChangeRef = builder.inputType('UpdateLessonInput', {
  description: 'What to change of a lesson: what is absent stays, null clears.',
  ...checkedBy(lessonChange, { name: 'Photosynthesis, step by step', order: 1 }),
  fields: (t) => ({
    name: t.string({ description: descriptions.name }),
    description: t.string({ description: descriptions.description }),
    order: t.int({ description: descriptions.order }),
  }),
})

builder.mutationField('createLesson', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: {
        method: 'POST',
        path: '/modules/{moduleId}/lessons',
        status: 201,
        tag: 'Lessons',
        location: '/lessons/{id}',
      },
      tool: { ...contentTools.add, kind: 'lesson' },
    }),
    type: lessonRef,
    description: 'Creates a lesson in a module.',
    args: {
      ...idempotencyArgs,
      moduleId: t.arg.id({ required: true, description: 'Identifier of the module.' }),
      input: t.arg({ type: newLessonRef, required: true, description: 'The lesson.' }),
    },
    resolve: idempotent('createLesson', (_root, { moduleId, input }, context) => {
      const { order, ...fields } = check(newLesson, input)
      return createChild(context.db.sql, 'lesson', context.workspaceId(), moduleId, fields, order)
    }),
  }),
)

builder.mutationField('updateLesson', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: { method: 'PATCH', path: '/lessons/{lessonId}', tag: 'Lessons', names: { id: 'lessonId' } },
      tool: { ...contentTools.update, kind: 'lesson' },
    }),
    type: lessonRef,
    description: 'Changes a lesson: what is absent stays, null clears.',
    args: {
      ...idempotencyArgs,
      id: t.arg.id({ required: true, description: 'Identifier of the lesson.' }),
      input: t.arg({ type: lessonChangeRef, required: true, description: 'What to change.' }),
      expectedVersion: t.arg.int({ description: expectedVersionText }),
    },
    resolve: idempotent('updateLesson', (_root, { id, input, expectedVersion }, context) => {
      const { order, ...fields } = check(lessonChange, input)
      const guard = { order, version: expectedVersion }
      return changeChild(context.db.sql, 'lesson', context.workspaceId(), id, fields, guard)
    }),
  }),
)

builder.mutationField('deleteLesson', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: { method: 'DELETE', path: '/lessons/{lessonId}', tag: 'Lessons', names: { id: 'lessonId' } },
      tool: { ...contentTools.remove, kind: 'lesson' },
    }),
    type: deletedRef,
    description: 'Deletes a lesson with everything below it.',
    args: {
      ...idempotencyArgs,
      id: t.arg.id({ required: true, description: 'Identifier of the lesson.' }),
      expectedVersion: t.arg.int({ description: expectedVersionText }),
    },
    resolve: idempotent('deleteLesson', async (_root, { id, expectedVersion }, context) => {
      await removeChild(context.db.sql, 'lesson', context.workspaceId(), id, { version: expectedVersion })
      return { id }
    }),
  }),
)
