import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { withUnknownFieldHints } from '../../operations/unknown-field.ts'
import { makeInputTypeLimitOptionsFromZod, parseInput } from '../../operations/validation.ts'
import { getWriter } from '../changes/writer.ts'
import { mcpContentTools } from '../outline/graphql/content-tools.ts'
import { declareSharedOutlineMutations } from '../outline/graphql/operations.ts'
import { moduleRef } from '../outline/graphql/refs.ts'
import { createTreeNode, expectedVersionDescription, updateTreeNode } from '../outline/writes/writes.ts'
import { declareFieldsInCreateInput, declareFieldsInUpdateInput } from '../records/graphql.ts'
import { declareKeyInCreateInput, declareKeyInUpdateInput, nodeKeyDescription } from '../records/key.ts'
import { moduleRecordDefinition } from '../records/module.ts'
import { unknownFieldHints } from '../records/unknown-field-hints.ts'
import { moduleChangeSchema, newModuleSchema } from './rules.ts'

const orderText =
  'Position within the course, from 0. If another module has this position, the positions of that module and of all later modules increase by one.'

const newModuleRef = builder.inputType('CreateModuleInput', {
  description: 'A new module.',
  ...withUnknownFieldHints(
    makeInputTypeLimitOptionsFromZod(newModuleSchema, {
      name: 'Leaves',
      description: 'Where light becomes sugar.',
      order: 0,
    }),
    { ...unknownFieldHints, lessons: 'PUT /courses/{courseId}/tree writes a module with its lessons' },
  ),
  fields: (t) => ({
    ...declareKeyInCreateInput(t, nodeKeyDescription),
    ...declareFieldsInCreateInput(t, moduleRecordDefinition),
    order: t.int({ description: `${orderText} By default, the module comes last.` }),
  }),
})

const moduleChangeRef = builder.inputType('UpdateModuleInput', {
  description: 'The changes of a module. Missing fields stay unchanged; null clears a field.',
  ...withUnknownFieldHints(
    makeInputTypeLimitOptionsFromZod(moduleChangeSchema, { name: 'Leaves and light', order: 1 }),
    {
      ...unknownFieldHints,
      lessons: 'PUT /courses/{courseId}/tree writes a module with its lessons',
      courseId: 'POST /modules/{moduleId}/move moves a module to another course',
    },
  ),
  fields: (t) => ({
    ...declareKeyInUpdateInput(t, nodeKeyDescription),
    ...declareFieldsInUpdateInput(t, moduleRecordDefinition),
    order: t.int({ description: orderText }),
  }),
})

builder.mutationField('createModule', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      rest: {
        method: 'POST',
        path: '/courses/{courseId}/modules',
        status: 201,
        tag: 'Modules',
        location: '/modules/{id}',
      },
      tool: { ...mcpContentTools.add, kind: 'module' },
      idempotent: true,
    }),
    type: moduleRef,
    description: 'Creates a module in a course.',
    args: {
      courseId: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      input: t.arg({ type: newModuleRef, required: true, description: 'The new module.' }),
    },
    resolve: (_root, { courseId, input }, context) => {
      const { order, ...fields } = parseInput(newModuleSchema, input)
      return createTreeNode(context.db.sql, 'module', getWriter(context), courseId, fields, order)
    },
  }),
)

builder.mutationField('updateModule', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      rest: { method: 'PATCH', path: '/modules/{moduleId}', tag: 'Modules', names: { id: 'moduleId' } },
      tool: { ...mcpContentTools.update, kind: 'module' },
      idempotent: true,
    }),
    type: moduleRef,
    description: 'Changes a module. Missing fields stay unchanged; null clears a field.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the module.' }),
      input: t.arg({ type: moduleChangeRef, required: true, description: 'The changes of the module.' }),
      expectedVersion: t.arg.int({ description: expectedVersionDescription }),
    },
    resolve: (_root, { id, input, expectedVersion }, context) => {
      const { order, ...fields } = parseInput(moduleChangeSchema, input)
      const guard = { order, version: expectedVersion }
      return updateTreeNode(context.db.sql, 'module', getWriter(context), id, fields, guard)
    },
  }),
)

declareSharedOutlineMutations('module', {
  withChildren: ' with everything below it',
  deleted: 'Deletes a module with everything below it.',
  duplicated:
    'Copies a module with everything below it. The copy comes after the original, and its name ends in " (copy)".',
})
