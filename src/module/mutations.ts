import { builder } from '../builder.ts'
import { check, checkedBy } from '../checks.ts'
import { expose } from '../expose.ts'
import { idempotencyArgs, idempotent } from '../idempotent.ts'
import { deletedRef } from '../outline/records.ts'
import { moduleRef } from '../outline/refs.ts'
import { contentTools } from '../outline/tools.ts'
import { changeChild, createChild, expectedVersionText, removeChild } from '../outline/writes.ts'
import { moduleChange, newModule } from './rules.ts'

const descriptions = {
  name: 'Name, 1 to 200 characters.',
  description: 'What the module is about, at most 10,000 characters.',
  order: 'Position within the course, from 0. One that is taken moves its holder and those after it up by one.',
}

const newModuleRef = builder.inputType('CreateModuleInput', {
  description: 'A new module.',
  ...checkedBy(newModule, { name: 'Leaves', description: 'Where light becomes sugar.', order: 0 }),
  fields: (t) => ({
    name: t.string({ required: true, description: descriptions.name }),
    description: t.string({ description: descriptions.description }),
    order: t.int({ description: `${descriptions.order} Left out: after the last.` }),
  }),
})

const moduleChangeRef = builder.inputType('UpdateModuleInput', {
  description: 'What to change of a module: what is absent stays, null clears.',
  ...checkedBy(moduleChange, { name: 'Leaves and light', order: 1 }),
  fields: (t) => ({
    name: t.string({ description: descriptions.name }),
    description: t.string({ description: descriptions.description }),
    order: t.int({ description: descriptions.order }),
  }),
})

builder.mutationField('createModule', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: {
        method: 'POST',
        path: '/courses/{courseId}/modules',
        status: 201,
        tag: 'Modules',
        location: '/modules/{id}',
      },
      tool: { ...contentTools.add, kind: 'module' },
    }),
    type: moduleRef,
    description: 'Creates a module in a course.',
    args: {
      ...idempotencyArgs,
      courseId: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      input: t.arg({ type: newModuleRef, required: true, description: 'The module.' }),
    },
    resolve: idempotent('createModule', (_root, { courseId, input }, context) => {
      const { order, ...fields } = check(newModule, input)
      return createChild(context.db.sql, 'module', context.workspaceId(), courseId, fields, order)
    }),
  }),
)

builder.mutationField('updateModule', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: { method: 'PATCH', path: '/modules/{moduleId}', tag: 'Modules', names: { id: 'moduleId' } },
      tool: { ...contentTools.update, kind: 'module' },
    }),
    type: moduleRef,
    description: 'Changes a module: what is absent stays, null clears.',
    args: {
      ...idempotencyArgs,
      id: t.arg.id({ required: true, description: 'Identifier of the module.' }),
      input: t.arg({ type: moduleChangeRef, required: true, description: 'What to change.' }),
      expectedVersion: t.arg.int({ description: expectedVersionText }),
    },
    resolve: idempotent('updateModule', (_root, { id, input, expectedVersion }, context) => {
      const { order, ...fields } = check(moduleChange, input)
      const guard = { order, version: expectedVersion }
      return changeChild(context.db.sql, 'module', context.workspaceId(), id, fields, guard)
    }),
  }),
)

builder.mutationField('deleteModule', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: { method: 'DELETE', path: '/modules/{moduleId}', tag: 'Modules', names: { id: 'moduleId' } },
      tool: { ...contentTools.remove, kind: 'module' },
    }),
    type: deletedRef,
    description: 'Deletes a module with everything below it.',
    args: {
      ...idempotencyArgs,
      id: t.arg.id({ required: true, description: 'Identifier of the module.' }),
      expectedVersion: t.arg.int({ description: expectedVersionText }),
    },
    resolve: idempotent('deleteModule', async (_root, { id, expectedVersion }, context) => {
      await removeChild(context.db.sql, 'module', context.workspaceId(), id, { version: expectedVersion })
      return { id }
    }),
  }),
)
