import { builder } from '../operations/builder.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { ApiError } from '../platform/errors.ts'
import type { CheckableCourse } from './model/course.ts'
import {
  type CourseFindings,
  checkCourseWithDismissals,
  pickFindingsOfLessons,
  type RunChecksOptions,
} from './report.ts'

const descriptions = {
  off: 'No finding prevents a publish.',
  errors: 'A course with an error cannot be published.',
  warnings: 'A course with an error or a warning cannot be published.',
}

/** The setting of a workspace that says which findings prevent a publish. */
export type PublishGateMode = keyof typeof descriptions
export const publishGateModes = Object.keys(descriptions) as [PublishGateMode, ...PublishGateMode[]]

export const publishGateRef = builder.enumType('PublishGate', {
  description: 'Which findings of the checks prevent a publish. Dismissed findings never prevent a publish.',
  values: Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => [name, { description }]),
  ) as Record<PublishGateMode, { description: string }>,
})

const gateOf = defineSqlStatement<{ gate: PublishGateMode }>(
  'workspace_publish_gate',
  'SELECT w.publish_gate AS gate FROM workspaces w WHERE w.id = $1',
)

/** Reads the publish gate of a workspace: which findings of the checks prevent a publish. */
export async function readPublishGateOfWorkspace(sql: SqlRunner, workspaceId: string): Promise<PublishGateMode> {
  const [row] = await sql.rows(gateOf, [workspaceId])
  return row?.gate ?? 'errors'
}

/** If the findings prevent a publish, the error response lists at most this number of findings. */
const maxNamed = 20

/** Returns how many findings prevent a publish if the publish gate is `gate`. */
export const countFindingsPreventingPublish = ({ counts }: CourseFindings, gate: PublishGateMode) =>
  gate === 'off' ? 0 : counts.error + (gate === 'warnings' ? counts.warning : 0)

type GateOptions = Partial<RunChecksOptions> & {
  /** The publish gate for this call, instead of the gate of the workspace. */
  gate?: PublishGateMode | null | undefined
  /** Only findings in these lessons can prevent the publish. Default: the findings in the whole course. */
  lessonIds?: readonly string[] | null | undefined
}

/**
 * Runs the checks before a course is published, and returns their result.
 * @throws ApiError `conflict` with `details.checks` if the findings prevent the publish
 */
export async function checkCourseBeforePublish(
  sql: SqlRunner,
  workspaceId: string,
  course: CheckableCourse,
  { gate: sentGate, lessonIds, ...options }: GateOptions = {},
): Promise<CourseFindings> {
  const gate = sentGate ?? (await readPublishGateOfWorkspace(sql, workspaceId))
  const result = pickFindingsOfLessons(await checkCourseWithDismissals(sql, workspaceId, course, options), lessonIds)
  const refusing = countFindingsPreventingPublish(result, gate)
  if (refusing === 0) return result
  const named = result.findings
    .filter(
      ({ severity, isDismissed }) =>
        !isDismissed && (severity === 'error' || gate === 'warnings') && severity !== 'info',
    )
    .slice(0, maxNamed)
    .map(({ id, code, severity, nodeId, path, message }) => ({ id, code, level: severity, nodeId, path, message }))
  const [one, several] = gate === 'errors' ? ['error', 'errors'] : ['error or warning', 'errors and warnings']
  const words = refusing === 1 ? one : several
  throw new ApiError(
    'conflict',
    `The checks have found ${refusing.toLocaleString('en')} ${words}. Correct or dismiss them, then publish again.`,
    { details: { checks: { gate, counts: result.counts, findings: named } } },
  )
}
