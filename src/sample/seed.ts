import { demoUser } from '../identity/development/user.ts'
import { createKey } from '../keys/create.ts'
import { serviceCallerId } from '../operations/actor.ts'
import type { Database } from '../platform/db/database.ts'
import type { Prisma } from '../platform/db/generated/prisma/client.ts'
import { makeUuidV7 } from '../platform/uuid.ts'
import { publishCourse } from '../releases/publishing/publish.ts'
import { sampleCourse } from './course.ts'
import type { SampleBlock, SampleLesson, SampleModule } from './outline.ts'

// The nested `create` of Prisma sets the workspace and the parent of each record.
const blockOf = (courseId: string) => (block: SampleBlock, order: number) => ({
  ...block,
  id: makeUuidV7(),
  courseId,
  order,
})

const lessonOf = (courseId: string) => (lesson: SampleLesson, order: number) => ({
  ...lesson,
  id: makeUuidV7(),
  courseId,
  order,
  blocks: { create: lesson.blocks.map(blockOf(courseId)) },
})

const moduleOf = (courseId: string) => (module: SampleModule, order: number) => ({
  ...module,
  id: makeUuidV7(),
  order,
  lessons: { create: module.lessons.map(lessonOf(courseId)) },
})

/** Returns the sample course with all its modules, lessons and blocks, as the input of one Prisma `create`. */
function courseOf(workspaceId: string): Prisma.CourseUncheckedCreateInput {
  const id = makeUuidV7()
  return { ...sampleCourse, id, workspaceId, modules: { create: sampleCourse.modules.map(moduleOf(id)) } }
}

/** Queues the records of the sample course for the search index. A Prisma `create` does not queue them. */
async function addSearchPending(tx: Prisma.TransactionClient, workspaceId: string): Promise<void> {
  const ids = { where: { workspaceId }, select: { id: true } }
  const rows = [
    ...(await tx.module.findMany(ids)).map(({ id }) => ({ workspaceId, kind: 'module', id })),
    ...(await tx.lesson.findMany(ids)).map(({ id }) => ({ workspaceId, kind: 'lesson', id })),
    ...(await tx.block.findMany(ids)).map(({ id }) => ({ workspaceId, kind: 'block', id })),
  ]
  await tx.searchPending.createMany({ data: rows })
}

/** The ID of the PostgreSQL advisory lock that allows only one process at a time to seed the database. */
const seedLock = 7_203_998_214n

/** The demo workspace: the value of its API key, and the path of the sample course for learners. */
export type DemoWorkspace = { key: string; coursePath: string }

/**
 * Seeds an empty database with a demo user, the published sample course and an API key. Returns undefined if the
 * database has a workspace.
 */
export async function seedDemoWorkspace(
  { prisma, sql }: Database,
  keyPrefix: string,
): Promise<DemoWorkspace | undefined> {
  const seeded = await prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${seedLock})`
    if (await tx.workspace.findFirst({ select: { id: true } })) return undefined
    const workspaceId = makeUuidV7()
    const { issuer, subject, name, email, plan } = demoUser
    const person = { id: makeUuidV7(), issuer, subject, name, email }
    const { publicId } = await tx.workspace.create({
      data: { id: workspaceId, name: 'Demo', plan, users: { create: person } },
    })
    const course = await tx.course.create({ data: courseOf(workspaceId) })
    await addSearchPending(tx, workspaceId)
    return { course, coursePath: `/learn/${publicId}/${course.slug}` }
  })
  if (!seeded) return undefined
  const { course, coursePath } = seeded
  return sql.transaction(async (tx) => {
    await publishCourse(tx, course.workspaceId, course.id, {}, { caller: serviceCallerId })
    const { value: key } = await createKey(tx, keyPrefix, course.workspaceId, { name: 'First key' })
    return { key, coursePath }
  })
}
