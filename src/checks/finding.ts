import { v5 } from 'uuid'
import type { Check, CheckLevel, FoundProblem } from './model/check.ts'
import type { CheckedCourse, CheckedLesson } from './model/course.ts'

/**
 * A problem that a check has found in a course. `id` stays the same until the course, module, lesson or block with the
 * problem changes, or until the check finds another problem there.
 */
export type Finding = FoundProblem & { id: string; code: string; level: CheckLevel; wcag?: string; lessonId?: string }

/** The namespace of the ids of findings. The ids are UUIDs of version 5 (RFC 9562, section 5.5). */
const namespace = '6f3f3d5e-0f0e-5c53-9d1b-5a1d7c1c2b7e'

/**
 * A course, module, lesson or block: its position in the course, the id of its lesson, and its own fields without its
 * children.
 */
type Place = { position: number; lessonId?: string; fields(): unknown }

/**
 * Returns the fields of a module or lesson that its checks read. Without prerequisites, the list of prerequisites is
 * left out, so that the ids are the same as before the field existed.
 */
const fieldsOf = ({ name, objectives, prerequisites }: Omit<CheckedLesson, 'blocks'>): unknown =>
  prerequisites.length === 0 ? [name, objectives] : [name, objectives, prerequisites]

/** Returns a map from the ids of a course and its modules, lessons and blocks to their places in the course. */
function placesOf(course: CheckedCourse): Map<string, Place> {
  const places = new Map<string, Place>()
  const add = (id: string, fields: () => unknown, lessonId?: string) =>
    places.set(id, { position: places.size, fields, ...(lessonId && { lessonId }) })
  // The ids of findings do not depend on descriptions, because only the spelling check reads descriptions.
  const { id, modules, description: _description, ...own } = course
  add(id, () => own)
  for (const { lessons, ...module } of modules) {
    add(module.id, () => fieldsOf(module))
    for (const { blocks, ...lesson } of lessons) {
      const { id } = lesson
      add(id, () => fieldsOf(lesson), id)
      for (const { id: blockId, type, content } of blocks) add(blockId, () => [type, content], id)
    }
  }
  return places
}

const rank: Record<CheckLevel, number> = { error: 0, warning: 1, info: 2 }

/** A problem, and the check that has found it. */
export type ProblemWithCheck = { check: Pick<Check, 'code' | 'level' | 'wcag'>; problem: FoundProblem }

/**
 * Gives each problem an id, and sorts the problems by severity and then by position in the course. If a check reports
 * the same message twice for the same field, the two problems become one finding. The function often calls `pause`,
 * which lets other requests run.
 */
export async function toFindings(
  course: CheckedCourse,
  problems: readonly ProblemWithCheck[],
  pause: () => Promise<void> | void = () => {},
): Promise<Finding[]> {
  const places = placesOf(course)
  const fields = new Map<string, string>()
  const findings = new Map<string, Finding>()
  for (const { check, problem } of problems) {
    await pause()
    const { nodeId, path, message } = problem
    const place = places.get(nodeId)
    const own = fields.get(nodeId) ?? v5(JSON.stringify(place?.fields() ?? null), namespace)
    fields.set(nodeId, own)
    const id = v5(JSON.stringify([nodeId, check.code, path, message, own]), namespace)
    const { code, level, wcag } = check
    const { lessonId } = place ?? {}
    if (!findings.has(id))
      findings.set(id, { id, code, level, ...(wcag && { wcag }), ...(lessonId && { lessonId }), ...problem })
  }
  const positionOf = ({ nodeId }: Finding) => places.get(nodeId)?.position ?? 0
  return [...findings.values()].sort(
    (one, other) => rank[one.level] - rank[other.level] || positionOf(one) - positionOf(other),
  )
}
