import { v5 } from 'uuid'
import type { Check, FoundProblem, Severity } from './model/check.ts'
import type { BlockForChecks, CourseForChecks, LessonForChecks, LessonSummary } from './model/course.ts'

/**
 * A problem that a check has found in a course. Its `id` stays the same until the check finds another problem at this
 * `path`, or one of the fields changes that `pickFieldsForFindingId` returns.
 */
export type Finding = FoundProblem & { id: string; code: string; severity: Severity; wcag?: string; lessonId?: string }

/** The namespace of the ids of findings. The ids are UUIDs of version 5 (RFC 9562, section 5.5). */
const namespace = '6f3f3d5e-0f0e-5c53-9d1b-5a1d7c1c2b7e'

type LessonFields = Pick<LessonForChecks, 'name' | 'objectives' | 'prerequisites'>

/**
 * An empty list of prerequisites is left out, so that findings keep the ids that they had before the field
 * `prerequisites` existed.
 */
const fieldsOfLesson = ({ name, objectives, prerequisites }: LessonFields): unknown =>
  prerequisites.length === 0 ? [name, objectives] : [name, objectives, prerequisites]

/**
 * For each kind of record, a function that returns the fields from which the ids of findings are made. If such a field
 * changes, the findings of the record get new ids, and old dismissals no longer apply. The description is not such a
 * field, because it affects only the findings of the spelling check.
 */
export const pickFieldsForFindingId = {
  course: ({ name, language, difficulty, objectives }: Omit<CourseForChecks, 'modules'>) => ({
    name,
    language,
    difficulty,
    objectives,
  }),
  module: fieldsOfLesson,
  lesson: fieldsOfLesson,
  block: ({ type, content }: Pick<BlockForChecks, 'type' | 'content'>) => [type, content],
}

const hashFields = (fields: unknown) => v5(JSON.stringify(fields ?? null), namespace)

/**
 * The properties of a finding from which its id is made, together with the fields of the record that has the problem.
 */
export type FindingIdentity = Pick<FoundProblem, 'nodeId' | 'path' | 'message'> & { code: string }

const makeFindingIdFromHash = ({ nodeId, code, path, message }: FindingIdentity, fieldsHash: string) =>
  v5(JSON.stringify([nodeId, code, path, message, fieldsHash]), namespace)

/**
 * Returns the id of a finding. `fields` are the fields of the record with the problem, as `pickFieldsForFindingId`
 * returns them.
 */
export const makeFindingId = (identity: FindingIdentity, fields: unknown): string =>
  makeFindingIdFromHash(identity, hashFields(fields))

/**
 * The blocks of a lesson, and a function that hashes the fields of the lesson or of one of its blocks. `nodeId` is the
 * id of the lesson or block. The ids of findings are made from these hashes.
 */
export type LessonFieldHasher = { blocks: readonly { id: string }[]; hashFieldsOf(nodeId: string): string }

export function makeLessonFieldHasher(lesson: LessonForChecks): LessonFieldHasher {
  let blocks: Map<string, BlockForChecks> | undefined
  return {
    blocks: lesson.blocks,
    hashFieldsOf(nodeId) {
      if (nodeId === lesson.id) return hashFields(pickFieldsForFindingId.lesson(lesson))
      blocks ??= new Map(lesson.blocks.map((block) => [block.id, block]))
      const block = blocks.get(nodeId)
      return hashFields(block && pickFieldsForFindingId.block(block))
    },
  }
}

export const makeFieldHashersOfLessons = ({ modules }: CourseForChecks): Map<string, LessonFieldHasher> =>
  new Map(modules.flatMap(({ lessons }) => lessons.map((lesson) => [lesson.id, makeLessonFieldHasher(lesson)])))

/**
 * The place of a course, module, lesson or block: its position in the course, and the id of its lesson. `hashOfFields`
 * hashes the fields of the record itself.
 */
type Place = { position: number; lessonId?: string; hashOfFields(): string }

/** Returns a map from the ids of a course and its modules, lessons and blocks to their places in the course. */
function placesOf(
  course: CourseForChecks<LessonSummary>,
  lessons: ReadonlyMap<string, LessonFieldHasher>,
): Map<string, Place> {
  const places = new Map<string, Place>()
  const add = (id: string, hashOfFields: () => string, lessonId?: string) =>
    places.set(id, { position: places.size, hashOfFields, ...(lessonId && { lessonId }) })
  add(course.id, () => hashFields(pickFieldsForFindingId.course(course)))
  for (const module of course.modules) {
    add(module.id, () => hashFields(pickFieldsForFindingId.module(module)))
    for (const { id: lessonId } of module.lessons) {
      const { blocks, hashFieldsOf } = lessons.get(lessonId)!
      for (const { id } of [{ id: lessonId }, ...blocks]) add(id, () => hashFieldsOf(id), lessonId)
    }
  }
  return places
}

const rank: Record<Severity, number> = { error: 0, warning: 1, info: 2 }

/** A problem, and the check that has found it. */
export type ProblemWithCheck = { check: Pick<Check, 'code' | 'severity' | 'wcag'>; problem: FoundProblem }

/**
 * Converts problems to findings. Gives each problem an id, and sorts the problems by severity and then by position in
 * the course. If a check reports the same message twice for the same field, the two problems become one finding. The
 * keys of `lessons` are the ids of all lessons of the course. The function often calls `pause`, which lets other
 * requests run.
 */
export async function makeFindingsFromProblems(
  course: CourseForChecks<LessonSummary>,
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
    const fieldsHash = hashes.get(nodeId) ?? place?.hashOfFields() ?? hashFields(undefined)
    hashes.set(nodeId, fieldsHash)
    const { code, severity, wcag } = check
    const id = makeFindingIdFromHash({ ...problem, code }, fieldsHash)
    const { lessonId } = place ?? {}
    if (!findings.has(id))
      findings.set(id, { id, code, severity, ...(wcag && { wcag }), ...(lessonId && { lessonId }), ...problem })
  }
  const positionOf = ({ nodeId }: Finding) => places.get(nodeId)?.position ?? 0
  return [...findings.values()].sort(
    (one, other) => rank[one.severity] - rank[other.severity] || positionOf(one) - positionOf(other),
  )
}
