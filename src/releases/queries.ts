import { wholeCourseLimiter } from '../courses/outline/whole-course-limiter.ts'
import { builder } from '../operations/builder.ts'
import { operation } from '../operations/operation.ts'
import { computePageListComplexity, pageArgs, readNumberedPage } from '../operations/pages.ts'
import { requireRecord } from '../platform/errors.ts'
import { courseAndReleaseNumberArgs, courseIdDescription } from './arguments.ts'
import { listOutlineLessons } from './content/outline.ts'
import { makeStoredReleaseSnapshot, readRelease } from './content/read.ts'
import { readReleasePage } from './content/row.ts'
import { type ReleaseTree, releaseTreeRef } from './tree-type.ts'
import { releasePageRef } from './type.ts'

builder.queryField('releasePage', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      rest: { method: 'GET', path: '/courses/{courseId}/releases', tag: 'Releases', names: { perPage: 'per_page' } },
    }),
    type: releasePageRef,
    description: 'One page of the releases of a course, the newest first.',
    args: { courseId: t.arg.id({ required: true, description: courseIdDescription }), ...pageArgs },
    complexity: ({ perPage }) => computePageListComplexity(perPage),
    resolve: (_root, { courseId, ...args }, context) =>
      readNumberedPage(args, async (slice) =>
        requireRecord('Course', await readReleasePage(context.db.sql, context.workspaceId(), courseId, slice)),
      ),
  }),
)

builder.queryField('release', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      rest: {
        method: 'GET',
        path: '/courses/{courseId}/releases/{number}',
        tag: 'Releases',
        etag: 'hash',
      },
    }),
    type: releaseTreeRef,
    nullable: true,
    description:
      'A release with its modules, lessons and blocks, including the quiz answers. The ETag contains the hash. If the version of the release is higher than 1, the ETag also contains the version.',
    args: {
      ...courseAndReleaseNumberArgs,
    },
    complexity: { field: 1000, multiplier: 1 },
    waitForTurn: (_args, context) => context.limiters.get(wholeCourseLimiter).acquire(context.workspaceId()),
    resolve: async (_root, { courseId, number }, context): Promise<ReleaseTree> => {
      const workspaceId = context.workspaceId()
      const release = await readRelease(context.db.sql, workspaceId, courseId, number)
      const snapshot = makeStoredReleaseSnapshot(context.db.sql, workspaceId, release)
      const bodies = await snapshot.readLessons(listOutlineLessons(snapshot.outline).map(({ hash }) => hash))
      const { id: _id, modules, ...course } = snapshot.outline
      const whole = modules.map((module) => ({
        ...module,
        lessons: module.lessons.map(({ hash }) => ({ ...bodies.get(hash)!, hash })),
      }))
      return { ...course, ...release, modules: whole }
    },
  }),
)
