import {
  hashFieldsForFindingId,
  type LessonFieldHasher,
  makeFindingIdFromFieldsHash,
  pickFieldsForFindingId,
} from './finding-id.ts'
import type { Check, FoundProblem, Severity } from './model/check.ts'
import type { CourseForChecks, LessonWithoutContent } from './model/course.ts'

/**
 * A problem that a check has found in a course. Later runs of the checks give the same problem the same `id`. The `id`
 * changes only with the `path`, the `message`, or the fields of the record with the problem.
 */
export type Finding = FoundProblem & { id: string; code: string; severity: Severity; wcag?: string; lessonId?: string }

/** The place of a record in a course. For a lesson, `lessonId` is its own id, and for a block, the id of its lesson. */
type Place = { position: number; lessonId?: string; hashOfFields(): string }

/** Returns a map from the ids of a course and its modules, lessons and blocks to their places in the course. */
function placesOf(
  course: CourseForChecks<LessonWithoutContent>,
  lessons: ReadonlyMap<string, LessonFieldHasher>,
): Map<string, Place> {
  const places = new Map<string, Place>()
  const add = (id: string, hashOfFields: () => string, lessonId?: string) =>
    places.set(id, { position: places.size, hashOfFields, ...(lessonId && { lessonId }) })
  add(course.id, () => hashFieldsForFindingId(pickFieldsForFindingId.course(course)))
  for (const module of course.modules) {
    add(module.id, () => hashFieldsForFindingId(pickFieldsForFindingId.module(module)))
    for (const { id: lessonId } of module.lessons) {
      const { blocks, hashFieldsOf } = lessons.get(lessonId)!
      for (const { id } of [{ id: lessonId }, ...blocks]) add(id, () => hashFieldsOf(id), lessonId)
    }
  }
  return places
}

const rank: Record<Severity, number> = { error: 0, warning: 1, info: 2 }

/** A problem, with the check that has found the problem. */
export type ProblemWithCheck = { check: Pick<Check, 'code' | 'severity' | 'wcag'>; problem: FoundProblem }

/**
 * Converts problems to findings, sorted by severity and position. Repeated messages about one field become one finding.
 * @param pause lets other requests run
 */
export async function makeFindingsFromProblems(
  course: CourseForChecks<LessonWithoutContent>,
  lessons: ReadonlyMap<string, LessonFieldHasher>,
  problems: readonly ProblemWithCheck[],
  pause: () => Promise<void> | void = () => {},
): Promise<Finding[]> {
  const places = placesOf(course, lessons)
  const hashes = new Map<string, string>()
  const findings = new Map<string, Finding>()
  for (const { check, problem } of problems) {
    await pause()
    const { nodeId } = problem
    const place = places.get(nodeId)
    const fieldsHash = hashes.get(nodeId) ?? place?.hashOfFields() ?? hashFieldsForFindingId(undefined)
    hashes.set(nodeId, fieldsHash)
    const { code, severity, wcag } = check
    const id = makeFindingIdFromFieldsHash({ ...problem, code }, fieldsHash)
    const { lessonId } = place ?? {}
    if (!findings.has(id))
      findings.set(id, { id, code, severity, ...(wcag && { wcag }), ...(lessonId && { lessonId }), ...problem })
  }
  const positionOf = ({ nodeId }: Finding) => places.get(nodeId)?.position ?? 0
  return [...findings.values()].sort(
    (one, other) => rank[one.severity] - rank[other.severity] || positionOf(one) - positionOf(other),
  )
}
