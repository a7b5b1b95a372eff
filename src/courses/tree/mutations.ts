import { z } from 'zod'
import { assertAccess } from '../../identity/access.ts'
import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { makeInputTypeOptionsFromZod, parseInput } from '../../operations/validation.ts'
import { findUnfinishedModules } from '../block/unfinished.ts'
import { readCoursesByIds } from '../outline/reads/course-reads.ts'
import { courseChangeSchema } from '../outline/rules/course-rules.ts'
import { getWritingCaller } from '../outline/writing-caller.ts'
import { courseRecordDefinition } from '../records/course.ts'
import { courseSettingsDefinition } from '../records/course-settings.ts'
import { declareFieldsInUpdateInput } from '../records/graphql.ts'
import { courseKeyDescription, declareKeyInUpdateInput } from '../records/key.ts'
import { ignoredCourseFieldSchemas, parseDesiredTreeNodes, treeModuleInputListSchema } from './input.ts'
import { waitForTreeWriteTurn } from './large-writes.ts'
import { declareReadOnlyCourseFields, maxTreeRequestBodyBytes, treeModuleInputRef } from './node-types.ts'
import { courseTreeWriteToolAnswer } from './tool-answer.ts'
import { treeIncludeRef, treeWriteResultRef } from './type.ts'
import { updateCourseTree } from './write.ts'

const putCourse = courseChangeSchema.extend({
  ...ignoredCourseFieldSchemas,
  modules: treeModuleInputListSchema,
  include: z.array(z.literal('unchanged')).max(1).nullish(),
})

const putTreeInputRef = builder.inputType('PutCourseTreeInput', {
  description: 'The desired course. Missing fields stay unchanged; null clears a field.',
  ...makeInputTypeOptionsFromZod(putCourse, {
    name: 'Botany',
    modules: [
      {
        key: 'leaves',
        name: 'Leaves',
        lessons: [
          {
            key: 'photosynthesis',
            name: 'Photosynthesis',
            blocks: [{ key: 'light', type: 'text', content: { text: 'Plants turn light into sugar.' } }],
          },
        ],
      },
    ],
  }),
  fields: (t) => ({
    ...declareKeyInUpdateInput(t, courseKeyDescription),
    ...declareFieldsInUpdateInput(t, courseRecordDefinition),
    ...declareFieldsInUpdateInput(t, courseSettingsDefinition),
    published: t.boolean({
      description:
        'true publishes the written draft as a new release, and false unpublishes the course. Needs the scope courses:publish.',
    }),
    modules: t.field({
      type: [treeModuleInputRef],
      description: 'The modules of the course, in order. Without this list, the modules stay unchanged.',
    }),
    prune: t.boolean({
      description:
        'Whether to delete the modules, lessons and blocks that a list in the request leaves out. Needs the scope courses:delete. Default false: they stay in their places.',
    }),
    dryRun: t.boolean({ description: 'Whether to return the planned changes without writing them. Default false.' }),
    include: t.field({
      type: [treeIncludeRef],
      description: 'Which nodes `changes` lists in addition to the nodes that change. By default, none.',
    }),
    ...declareReadOnlyCourseFields(t),
  }),
})

builder.mutationField('putCourseTree', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      rest: {
        method: 'PUT',
        path: '/courses/{courseId}/tree',
        tag: 'Courses',
        names: { id: 'courseId' },
        etag: 'course.treeVersion',
      },
      maxBodyBytes: maxTreeRequestBodyBytes,
      tool: {
        name: 'put_course_tree',
        title: 'Write a whole course',
        destructive: true,
        idempotent: true,
        findWarnings: (input) =>
          findUnfinishedModules((input as typeof putTreeInputRef.$inferInput).modules, { keepsMissingLists: true }),
        selection:
          '{ course { id treeVersion } changes { kind id key name path change fields position } counts { created updated moved deleted unchanged } }',
        answer: courseTreeWriteToolAnswer,
      },
      idempotent: true,
    }),
    type: treeWriteResultRef,
    description:
      'Writes a whole course in one transaction. Modules, lessons and blocks with an existing id or key are changed or moved. A node without id and key changes the stored sibling with the same name, or a block with the same content. If there is none, the node is created. Nodes that the request leaves out are deleted only with prune.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      input: t.arg({ type: putTreeInputRef, required: true, description: 'The desired course.' }),
      expectedVersion: t.arg.int({
        description:
          'The expected treeVersion of the course. If the treeVersion differs, the request fails with precondition_failed.',
      }),
    },
    waitForTurn: waitForTreeWriteTurn,
    resolve: async (_root, { id, input, expectedVersion }, context) => {
      const { prune, dryRun, ...course } = input
      const {
        modules,
        id: _id,
        status: _status,
        version: _version,
        treeVersion: _tree,
        published,
        include,
        ...fields
      } = parseInput(putCourse, course)
      const desired = await parseDesiredTreeNodes(modules)
      const includesUnchanged = include?.includes('unchanged') ?? false
      const options = { prune: prune ?? false, dryRun: dryRun ?? false, includesUnchanged, expectedVersion }
      const workspaceId = context.workspaceId()
      return context.db.sql.transaction(async (tx) => {
        const result = await updateCourseTree(tx, getWritingCaller(context), id, fields, desired, options)
        // If the caller may not delete, the error rolls the transaction back. A dry run fails in the same way.
        if (result.counts.deleted > 0) assertAccess('courses:delete', context)
        if (options.dryRun) {
          const changesPublication = published === true || (published === false && result.course.status === 'published')
          if (changesPublication) assertAccess('courses:publish', context)
          return result
        }
        if (published == null) return result
        await context.publishedFieldWriter.setPublished(tx, context, result.course.id, published, {
          increasesVersion: true,
        })
        const [course] = await readCoursesByIds(tx, workspaceId, [result.course.id])
        return { ...result, course: course! }
      })
    },
  }),
)
