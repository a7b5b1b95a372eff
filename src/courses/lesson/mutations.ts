import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { parseInput } from '../../operations/validation.ts'
import { getContentHandling } from '../block/content.ts'
import { findContentWarningsOfBlocks } from '../block/read.ts'
import { findUnfinishedContentOfBlocks } from '../block/unfinished.ts'
import { getWriter } from '../changes/writer.ts'
import { mcpContentTools } from '../outline/graphql/content-tools.ts'
import { declareSharedOutlineMutations } from '../outline/graphql/operations.ts'
import { lessonRef } from '../outline/graphql/refs.ts'
import { expectedVersionDescription, updateTreeNode } from '../outline/writes/writes.ts'
import { createLesson } from './create.ts'
import { createLessonInputRef, lessonChangeRef } from './input-types.ts'
import { lessonChangeSchema, newLessonSchema } from './rules.ts'

builder.mutationField('createLesson', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      rest: {
        method: 'POST',
        path: '/modules/{moduleId}/lessons',
        status: 201,
        tag: 'Lessons',
        location: '/lessons/{id}',
        findWarnings: (input) =>
          findContentWarningsOfBlocks((input as typeof createLessonInputRef.$inferInput).blocks, 'blocks'),
      },
      tool: {
        ...mcpContentTools.add,
        kind: 'lesson',
        findWarnings: (input) =>
          findUnfinishedContentOfBlocks((input as typeof createLessonInputRef.$inferInput).blocks, 'blocks'),
      },
      idempotent: true,
    }),
    type: lessonRef,
    description: 'Creates a lesson, with its blocks, in a module.',
    args: {
      moduleId: t.arg.id({ required: true, description: 'Identifier of the module.' }),
      input: t.arg({ type: createLessonInputRef, required: true, description: 'The new lesson.' }),
    },
    resolve: (_root, { moduleId, input }, context) =>
      createLesson(
        context.db.sql,
        getWriter(context),
        moduleId,
        parseInput(newLessonSchema, input),
        getContentHandling(context),
      ),
  }),
)

builder.mutationField('updateLesson', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      rest: { method: 'PATCH', path: '/lessons/{lessonId}', tag: 'Lessons', names: { id: 'lessonId' } },
      tool: { ...mcpContentTools.update, kind: 'lesson' },
      idempotent: true,
    }),
    type: lessonRef,
    description: 'Changes a lesson. Missing fields stay unchanged; null clears a field.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the lesson.' }),
      input: t.arg({ type: lessonChangeRef, required: true, description: 'The changes of the lesson.' }),
      expectedVersion: t.arg.int({ description: expectedVersionDescription }),
    },
    resolve: (_root, { id, input, expectedVersion }, context) => {
      const { order, ...fields } = parseInput(lessonChangeSchema, input)
      const guard = { order, version: expectedVersion }
      return updateTreeNode(context.db.sql, 'lesson', getWriter(context), id, fields, guard)
    },
  }),
)

declareSharedOutlineMutations('lesson', {
  withChildren: ' with its blocks',
  deleted: 'Deletes a lesson with everything below it.',
  duplicated: 'Copies a lesson with its blocks. The copy comes after the original, and its name ends in " (copy)".',
})
