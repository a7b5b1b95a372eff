import { getWriter } from '../../courses/changes/writer.ts'
import { lockCourse } from '../../courses/course/writes/course-writes.ts'
import { courseRef } from '../../courses/outline/graphql/refs.ts'
import { readCoursesByIds } from '../../courses/outline/reads/course-reads.ts'
import { assertNotArchived } from '../../courses/outline/rules/archived.ts'
import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { makeInputTypeLimitOptionsFromZod, parseInput } from '../../operations/validation.ts'
import { getFirstRow } from '../../platform/db/statement.ts'
import { makeNotFoundError } from '../../platform/errors.ts'
import { courseAndReleaseNumberArgs, courseIdDescription } from '../arguments.ts'
import { updateReleaseSchema } from '../rules.ts'
import { updateRelease } from '../schedule/update-release.ts'
import { releaseRef } from '../type.ts'
import { unpublishLockedCourse } from './unpublish.ts'

const releaseChangeInputRef = builder.inputType('UpdateReleaseInput', {
  description:
    'The new schedule or pin of a release. Missing fields stay unchanged. Null removes the start or the end.',
  ...makeInputTypeLimitOptionsFromZod(updateReleaseSchema, { pinned: true }),
  fields: (t) => ({
    pinned: t.boolean({ description: 'Whether to pin the release. A pinned release is never deleted automatically.' }),
    liveFrom: t.field({
      type: 'DateTime',
      description:
        'The time from which learners see the release. A time in the past means now. Null cancels the schedule.',
    }),
    liveUntil: t.field({
      type: 'DateTime',
      description: 'The time until which learners see the release. Null removes the end.',
    }),
  }),
})

builder.mutationField('updateRelease', (t) =>
  t.field({
    ...operation({
      access: 'courses:publish',
      rest: { method: 'PATCH', path: '/courses/{courseId}/releases/{number}', tag: 'Releases', etag: 'hash' },
      idempotent: true,
    }),
    type: releaseRef,
    description:
      'Changes the schedule of a release, or pins it. A pinned release is never deleted automatically. The content of a release never changes.',
    args: {
      ...courseAndReleaseNumberArgs,
      input: t.arg({
        type: releaseChangeInputRef,
        required: true,
        description: 'The new schedule or pin of the release.',
      }),
      expectedVersion: t.arg.int({
        description:
          'The expected version of the release. If the version differs, the request fails with precondition_failed.',
      }),
    },
    resolve: (_root, { courseId, number, input, expectedVersion }, context) => {
      const change = parseInput(updateReleaseSchema, input)
      return context.db.sql.transaction((tx) =>
        updateRelease(tx, getWriter(context), courseId, number, { ...change, expectedVersion }),
      )
    },
  }),
)

builder.mutationField('unpublishCourse', (t) =>
  t.field({
    ...operation({
      access: 'courses:publish',
      rest: { method: 'POST', path: '/courses/{courseId}/unpublish', tag: 'Releases', names: { id: 'courseId' } },
      idempotent: true,
    }),
    type: courseRef,
    description:
      'Ends the live release of a course and cancels the scheduled releases, so that learners no longer see the course. The releases are kept.',
    args: { id: t.arg.id({ required: true, description: courseIdDescription }) },
    resolve: (_root, { id }, context) => {
      const workspaceId = context.workspaceId()
      return context.db.sql.transaction(async (tx) => {
        const course = await lockCourse(tx, workspaceId, id)
        if (!course) throw makeNotFoundError('Course')
        assertNotArchived(course)
        await unpublishLockedCourse(tx, getWriter(context), course, { increasesVersion: true })
        return getFirstRow(await readCoursesByIds(tx, workspaceId, [course.id]))
      })
    },
  }),
)
