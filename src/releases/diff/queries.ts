import { z } from 'zod'
import { readCoursesByIds } from '../../courses/outline/course-tallies.ts'
import { foundOrThrow } from '../../courses/outline/record-types.ts'
import { builder } from '../../operations/builder.ts'
import type { GraphQLContext } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { argJsonSchemaOptions, parseInput } from '../../operations/validation.ts'
import { makeNotFoundError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { readNamedSnapshot } from '../content/read.ts'
import { compareSnapshots } from './compare.ts'
import { presentDifference } from './present.ts'
import { diffToolAnswer, diffToolSelection } from './tool-answer.ts'
import { courseDiffRef } from './type.ts'

/** The Zod schema for one side of a comparison: the draft, the live release, or the number of a release. */
const snapshotNameSchema = z
  .string()
  .max(10, 'must be draft, live or the number of a release')
  .regex(/^(draft|live|[1-9]\d{0,9})$/, 'must be draft, live or the number of a release')

/** Returns the number of the live release as text. @throws ApiError `not_found` if there is none */
async function nameOfLive({ db, workspaceId }: GraphQLContext, courseId: string): Promise<string> {
  const [course] = isUuid(courseId) ? await readCoursesByIds(db.sql, workspaceId(), [courseId]) : []
  const { liveReleaseNumber } = foundOrThrow('Course', course)
  if (liveReleaseNumber === null) throw makeNotFoundError('Live release')
  return String(liveReleaseNumber)
}

builder.queryField('courseDiff', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      rest: { method: 'GET', path: '/courses/{courseId}/diff', tag: 'Releases' },
      tool: {
        name: 'compare_releases',
        title: 'Compare releases of a course',
        description:
          'Returns the modules, lessons and blocks that differ between two releases of a course, or between a release and the draft.',
        readOnly: true,
        selection: diffToolSelection,
        answer: diffToolAnswer,
      },
    }),
    type: courseDiffRef,
    nullable: true,
    description:
      'The differences between two releases of a course, or between a release and the draft. By default, the changes that the next publish would make.',
    args: {
      courseId: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      from: t.arg.string({
        ...argJsonSchemaOptions(snapshotNameSchema),
        description: 'The earlier course: the number of a release, live or draft. Default live.',
      }),
      to: t.arg.string({
        ...argJsonSchemaOptions(snapshotNameSchema),
        description: 'The later course: the number of a release, live or draft. Default draft.',
      }),
    },
    complexity: { field: 1000, multiplier: 1 },
    resolve: async (_root, { courseId, ...names }, context) => {
      const workspaceId = context.workspaceId()
      const resolveName = async (path: 'from' | 'to', fallback: string) => {
        const name = parseInput(snapshotNameSchema.default(fallback), names[path] ?? undefined)
        return name === 'live' ? nameOfLive(context, courseId) : name
      }
      const [from, to] = [await resolveName('from', 'live'), await resolveName('to', 'draft')]
      const read = (name: string) => readNamedSnapshot(context.db.sql, workspaceId, courseId, name)
      const [before, after] = await Promise.all([read(from), read(to)])
      return presentDifference(await compareSnapshots(before, after), { from, to })
    },
  }),
)
