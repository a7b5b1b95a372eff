import { assertAccess } from '../../identity/access.ts'
import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { maxNameChars, parseInput } from '../../operations/validation.ts'
import { getContentHandling } from '../block/content.ts'
import { findContentWarningsOfModules } from '../block/read.ts'
import { findUnfinishedContentOfModules } from '../block/unfinished.ts'
import { getWriter } from '../changes/writer.ts'
import { writePublishedField } from '../course/writes/published-field.ts'
import { readCoursesByIds } from '../outline/reads/course-reads.ts'
import { parseDesiredTreeNodes } from './input.ts'
import { waitForTurnIfLargeTreeWrite } from './large-writes.ts'
import { maxTreeRequestBodyBytes } from './node-types.ts'
import { putCourseTreeSchema, putTreeInputRef } from './put-tree-input.ts'
import { shortenTreeChanges } from './tool-answer.ts'
import { treeWriteResultRef } from './type.ts'
import { updateCourseTree } from './write.ts'

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
        findWarnings: (input) => findContentWarningsOfModules((input as typeof putTreeInputRef.$inferInput).modules),
      },
      maxBodyBytes: maxTreeRequestBodyBytes,
      tool: {
        name: 'put_course_tree',
        toolset: 'write',
        title: 'Create or change a whole course',
        description:
          'Without id, creates a course with its modules, lessons and blocks, and returns their outline with ids. With id, changes the course: a module, lesson or block with an existing id or key is changed or moved; without them, a module or lesson is found by its name, and a block by its content, under the same parent; anything else is created. What a list leaves out is deleted only with prune.',
        argumentDescriptions: {
          id: 'Identifier of the course to change. A new course has none.',
          name: `Name, 1 to ${maxNameChars} characters. A new course needs one.`,
          modules:
            'The modules, in order. `prerequisites` are keys of lessons and modules to finish first. A list that is missing stays unchanged.',
          published: 'true publishes the draft, false unpublishes the course. A new course is a draft.',
        },
        destructive: true,
        idempotent: true,
        findWarnings: (input) =>
          findUnfinishedContentOfModules((input as typeof putTreeInputRef.$inferInput).modules, {
            keepsMissingLists: true,
          }),
        selection:
          '{ course { id treeVersion } changes { kind id key name path change fields position } counts { created updated moved deleted unchanged } }',
        makeAnswer: shortenTreeChanges,
      },
      idempotent: true,
    }),
    type: treeWriteResultRef,
    description:
      'Writes a whole course in one transaction. A module, lesson or block with an existing id or key is changed or moved. Without id and key, a module or lesson is found by its name, and a block by its content, under the same parent. Without a match, a new one is created. What the request leaves out is deleted only with prune.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      input: t.arg({ type: putTreeInputRef, required: true, description: 'The desired course.' }),
      expectedVersion: t.arg.int({
        description:
          'The expected treeVersion of the course. If the treeVersion differs, the request fails with precondition_failed.',
      }),
    },
    waitForTurn: waitForTurnIfLargeTreeWrite,
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
      } = parseInput(putCourseTreeSchema, course)
      const desired = await parseDesiredTreeNodes(modules, getContentHandling(context))
      const includesUnchanged = include?.includes('unchanged') ?? false
      const options = { prune: prune ?? false, dryRun: dryRun ?? false, includesUnchanged, expectedVersion }
      const workspaceId = context.workspaceId()
      return context.db.sql.transaction(async (tx) => {
        const result = await updateCourseTree(tx, getWriter(context), id, fields, desired, options)
        // Only the result says whether the request deletes nodes, so the check of the scope comes after the write.
        // If the caller lacks the scope `courses:delete`, the error rolls the transaction back.
        // A dry run of a deletion needs this scope too.
        if (result.counts.deleted > 0) assertAccess('courses:delete', context)
        if (options.dryRun) {
          const changesPublication = published === true || (published === false && result.course.status === 'published')
          if (changesPublication) assertAccess('courses:publish', context)
          return result
        }
        if (published == null) return result
        await writePublishedField(tx, context, result.course.id, published, {
          increasesVersion: true,
        })
        const [course] = await readCoursesByIds(tx, workspaceId, [result.course.id])
        return { ...result, course: course! }
      })
    },
  }),
)
