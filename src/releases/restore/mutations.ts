import { getWriter } from '../../courses/changes/writer.ts'
import { courseRef } from '../../courses/outline/graphql/refs.ts'
import { wholeCourseLimiter } from '../../courses/outline/whole-course-limiter.ts'
import { expectedTreeVersionDescription } from '../../courses/outline/writes/writes.ts'
import { treeChangeCountsRef, treeChangeListFieldOptions, treeChangeRef } from '../../courses/tree/change-types.ts'
import { shortenTreeChanges } from '../../courses/tree/tool-answer.ts'
import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { makeInputTypeLimitOptionsFromZod, parseInput } from '../../operations/validation.ts'
import { restoreReleaseSchema } from '../rules.ts'
import { releaseRef } from '../type.ts'
import { type RestoreResult, restoreRelease } from './restore.ts'

const restoreInputRef = builder.inputType('RestoreReleaseInput', {
  description: 'The release, or the lesson of a release, to restore.',
  ...makeInputTypeLimitOptionsFromZod(restoreReleaseSchema, { release: 1, dryRun: true }),
  fields: (t) => ({
    release: t.int({ required: true, description: 'Number of the release.' }),
    lessonId: t.id({
      description: 'Restores only this lesson of the release. By default, the whole course is restored.',
    }),
    dryRun: t.boolean({ description: 'Whether to return the planned changes without writing them. Default false.' }),
  }),
})

const restoredRef = builder.objectRef<RestoreResult>('RestoreReleaseResult').implement({
  description:
    'The result of restoring a release: the course and the changes of its draft. A dry run returns the planned changes and writes nothing.',
  fields: (t) => ({
    course: t.expose('course', { type: courseRef, description: 'The course after the request.' }),
    changes: t.expose('changes', {
      ...treeChangeListFieldOptions,
      type: [treeChangeRef],
      description: 'The modules, lessons and blocks that change.',
    }),
    counts: t.expose('counts', {
      type: treeChangeCountsRef,
      description:
        'How many modules, lessons and blocks the request creates, updates, moves, deletes and leaves unchanged.',
    }),
    frozen: t.expose('frozen', {
      type: releaseRef,
      nullable: true,
      description:
        'The new release that stores the draft before the restore. Null for a dry run, if the draft does not change, or if a release already has the content of the draft.',
    }),
  }),
})

builder.mutationField('restoreRelease', (t) =>
  t.field({
    ...operation({
      access: 'courses:publish',
      rest: { method: 'POST', path: '/courses/{courseId}/restore', tag: 'Releases', etag: 'course.treeVersion' },
      tool: {
        name: 'restore_release',
        toolset: 'history',
        title: 'Restore a release of a course',
        description:
          'Writes a release, or one lesson of it, to the draft. If the draft changes, its previous content is kept as a release. Learners see no change until the next publish.',
        destructive: true,
        omit: ['expectedVersion'],
        selection:
          '{ course { id treeVersion } changes { kind id key name path change fields position } counts { created updated moved deleted unchanged } frozen { number } }',
        makeAnswer: shortenTreeChanges,
      },
      idempotent: true,
    }),
    type: restoredRef,
    description:
      'Writes the content of a release, or of one lesson of it, to the draft. If the draft changes, its previous content is kept as a release, which the service creates if no release has this content. Deleted modules, lessons and blocks are restored with their ids. If one of them is now in another course, the draft gets a copy with a new id. Learners see no change until the next publish.',
    args: {
      courseId: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      input: t.arg({ type: restoreInputRef, required: true, description: 'The release or lesson to restore.' }),
      expectedVersion: t.arg.int({ description: expectedTreeVersionDescription }),
    },
    waitForTurn: (_args, context) => context.limiters.get(wholeCourseLimiter).acquire(context.workspaceId()),
    resolve: (_root, { courseId, input, expectedVersion }, context) => {
      const { release: number, lessonId, dryRun } = parseInput(restoreReleaseSchema, input)
      const request = { number, lessonId, dryRun: dryRun ?? false, expectedVersion }
      return context.db.sql.transaction((tx) => restoreRelease(tx, getWriter(context), courseId, request))
    },
  }),
)
