import { builder } from '../builder.ts'
import { check, checkedBy } from '../checks.ts'
import { difficultyRef } from '../course/enums.ts'
import { courseChange, fieldsOf } from '../course/rules.ts'
import { expose } from '../expose.ts'
import { idempotencyArgs, idempotent } from '../idempotent.ts'
import { modules, wantedOf } from './input.ts'
import { moduleInputRef, treeBytes } from './nodes.ts'
import { treeResultRef } from './type.ts'
import { putTree } from './write.ts'

const putCourse = courseChange.extend({ modules })

const putTreeInputRef = builder.inputType('PutCourseTreeInput', {
  description: 'A course as it is to be. Fields that are absent stay, null clears.',
  ...checkedBy(putCourse, {
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
    name: t.string({ description: 'Name, 1 to 200 characters.' }),
    description: t.string({ description: 'What the course is about, at most 10,000 characters.' }),
    language: t.string({ description: 'Language, a BCP 47 tag such as en or pt-BR.' }),
    difficulty: t.field({ type: difficultyRef, description: 'How hard the course is.' }),
    published: t.boolean({ description: 'Whether learners may see it.' }),
    modules: t.field({
      type: [moduleInputRef],
      description: 'Its modules, in order. Left out: they stay as they are.',
    }),
    prune: t.boolean({
      description:
        'Whether nodes that a list does not name are deleted with all below them. Default false: they stay, after those that are named.',
    }),
    dryRun: t.boolean({ description: 'Whether to answer what would happen and write nothing. Default false.' }),
  }),
})

builder.mutationField('putCourseTree', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: {
        method: 'PUT',
        path: '/courses/{courseId}/tree',
        tag: 'Courses',
        names: { id: 'courseId' },
        etag: 'course.treeVersion',
        maxBytes: treeBytes,
      },
      tool: { name: 'put_course_tree', title: 'Write a whole course', destructive: true, idempotent: true },
    }),
    type: treeResultRef,
    description:
      'Makes a course be as the tree says, in one transaction: known nodes are changed in place or moved and keep their ids, new ones are created, missing ones are deleted only with prune.',
    args: {
      ...idempotencyArgs,
      id: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      input: t.arg({ type: putTreeInputRef, required: true, description: 'The course as it is to be.' }),
      expectedVersion: t.arg.int({
        description: 'The treeVersion that the call is meant for; at another it is refused with precondition_failed.',
      }),
    },
    resolve: idempotent('putCourseTree', (_root, { id, input, expectedVersion }, context) => {
      const { prune, dryRun, ...course } = input
      const { modules, ...fields } = check(putCourse, course)
      const wanted = wantedOf(modules)
      const options = { prune: prune ?? false, dryRun: dryRun ?? false, expectedVersion }
      return context.db.sql.transaction((tx) =>
        putTree(tx, context.workspaceId(), id, fieldsOf(fields), wanted, options),
      )
    }),
  }),
)
