import { v5 } from 'uuid'
import type { FoundProblem } from './model/check.ts'
import type { BlockForChecks, CourseForChecks, LessonForChecks } from './model/course.ts'

/** The namespace of the ids of findings. The ids are UUIDs of version 5 (RFC 9562, section 5.5). */
const namespace = '6f3f3d5e-0f0e-5c53-9d1b-5a1d7c1c2b7e'

type LessonFields = Pick<LessonForChecks, 'name' | 'objectives' | 'prerequisites'>

/**
 * An empty list of prerequisites is left out of the fields. So older findings keep their ids, which were made before
 * the field `prerequisites` existed.
 */
const fieldsOfLesson = ({ name, objectives, prerequisites }: LessonFields): unknown =>
  prerequisites.length === 0 ? [name, objectives] : [name, objectives, prerequisites]

/**
 * For each kind of record, the function that picks the fields on which the ids of its findings depend. If such a field
 * changes, the findings get new ids. Dismissals of the old ids then have no effect.
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

/** Returns the hash of the fields that `pickFieldsForFindingId` returns. */
export const hashFieldsForFindingId = (fields: unknown) => v5(JSON.stringify(fields ?? null), namespace)

/**
 * The properties of a finding that its id depends on. The id also depends on the fields of the record with the problem.
 */
export type FindingIdentity = Pick<FoundProblem, 'nodeId' | 'path' | 'message'> & { code: string }

/** Returns the id of a finding. `fieldsHash` is the hash of the fields of the record with the problem. */
export const makeFindingIdFromFieldsHash = ({ nodeId, code, path, message }: FindingIdentity, fieldsHash: string) =>
  v5(JSON.stringify([nodeId, code, path, message, fieldsHash]), namespace)

/**
 * Returns the id of a finding. `fields` are the fields of the record with the problem, as `pickFieldsForFindingId`
 * returns them.
 */
export const makeFindingId = (identity: FindingIdentity, fields: unknown): string =>
  makeFindingIdFromFieldsHash(identity, hashFieldsForFindingId(fields))

/**
 * The blocks of a lesson, and a function that hashes the fields of the lesson or of a block for the ids of findings.
 */
export type LessonFieldHasher = { blocks: readonly { id: string }[]; hashFieldsOf(nodeId: string): string }

export function makeLessonFieldHasher(lesson: LessonForChecks): LessonFieldHasher {
  let blocks: Map<string, BlockForChecks> | undefined
  return {
    blocks: lesson.blocks,
    hashFieldsOf(nodeId) {
      if (nodeId === lesson.id) return hashFieldsForFindingId(pickFieldsForFindingId.lesson(lesson))
      blocks ??= new Map(lesson.blocks.map((block) => [block.id, block]))
      const block = blocks.get(nodeId)
      return hashFieldsForFindingId(block && pickFieldsForFindingId.block(block))
    },
  }
}

/** Returns a map from the id of each lesson of a course to the `LessonFieldHasher` of the lesson. */
export const makeLessonFieldHashersById = ({ modules }: CourseForChecks): Map<string, LessonFieldHasher> =>
  new Map(modules.flatMap(({ lessons }) => lessons.map((lesson) => [lesson.id, makeLessonFieldHasher(lesson)])))
