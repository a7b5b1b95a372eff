import { z } from 'zod'
import { description, isId, kept, name } from '../checks.ts'
import type { Prisma, PrismaClient } from '../db/generated/prisma/client.ts'
import { notFound } from '../errors.ts'
import { stale } from '../outline/writes.ts'

/** A well-formed language tag: RFC 5646, section 2.2.9, as the runtime's own locale data reads it. */
function isLanguageTag(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}

const language = z
  .string()
  .max(35, 'must be a BCP 47 language tag such as en or pt-BR')
  .refine(isLanguageTag, 'must be a BCP 47 language tag such as en or pt-BR')
const difficulty = z.enum(['beginner', 'intermediate', 'advanced'])

export const newCourse = z.object({
  name,
  description: description.nullish(),
  language: language.nullish(),
  difficulty: difficulty.nullish(),
  published: z.boolean().nullish(),
})

export const courseChange = z.object({
  name: kept(name),
  description: description.nullish(),
  language: language.nullish(),
  difficulty: difficulty.nullish(),
  published: kept(z.boolean()),
})

/** The status that the `published` flag of a request stands for: specification, sections 2 and 3. */
export const statusOf = (published: boolean) => (published ? 'published' : 'draft')

/** Only the course of that id and workspace, at the version that is expected of it. */
const guard = (workspaceId: string, id: string, version?: number | null) =>
  version == null ? { id, workspaceId } : { id, workspaceId, version }

async function refusal(tx: PrismaClient, workspaceId: string, id: string) {
  const course = await tx.course.findFirst({ where: { id, workspaceId }, select: { version: true } })
  return course ? stale('Course', course.version) : notFound('Course')
}

/**
 * Changes a course's own fields; an empty change writes nothing.
 * @throws ApiError `not_found`, or `precondition_failed` with `details.currentVersion`
 */
export async function changeCourse(
  tx: PrismaClient,
  workspaceId: string,
  id: string,
  change: Prisma.CourseUpdateManyMutationInput,
  version?: number | null,
) {
  if (!isId(id)) throw notFound('Course')
  const where = guard(workspaceId, id, version)
  const data = { ...change, version: { increment: 1 }, treeVersion: { increment: 1 }, updatedAt: new Date() }
  const [course] = Object.keys(change).length
    ? await tx.course.updateManyAndReturn({ where, data })
    : await tx.course.findMany({ where })
  if (!course) throw await refusal(tx, workspaceId, id)
  return course
}

/**
 * Deletes a course with everything below it.
 * @throws ApiError `not_found`, or `precondition_failed` with `details.currentVersion`
 */
export async function deleteCourse(tx: PrismaClient, workspaceId: string, id: string, version?: number | null) {
  if (!isId(id)) throw notFound('Course')
  const { count } = await tx.course.deleteMany({ where: guard(workspaceId, id, version) })
  if (count === 0) throw await refusal(tx, workspaceId, id)
}
