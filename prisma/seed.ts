import { demoPerson } from '../src/auth/development/person.ts'
import type { Database } from '../src/db/client.ts'
import type { Prisma } from '../src/db/generated/prisma/client.ts'
import { makeKey } from '../src/key/rules.ts'
import { newId } from '../src/outline/writes.ts'
import { sampleCourse } from './sample/course.ts'
import type { SampleBlock, SampleLesson, SampleModule } from './sample/outline.ts'

const blockOf = (workspaceId: string, courseId: string) => (block: SampleBlock, order: number) => ({
  ...block,
  id: newId(),
  workspaceId,
  courseId,
  order,
})

const lessonOf = (workspaceId: string, courseId: string) => (lesson: SampleLesson, order: number) => ({
  ...lesson,
  id: newId(),
  workspaceId,
  courseId,
  order,
  blocks: { create: lesson.blocks.map(blockOf(workspaceId, courseId)) },
})

const moduleOf = (workspaceId: string, courseId: string) => (module: SampleModule, order: number) => ({
  ...module,
  id: newId(),
  workspaceId,
  order,
  lessons: { create: module.lessons.map(lessonOf(workspaceId, courseId)) },
})

/** The sample course as one write, with everything below it. */
function courseOf(workspaceId: string): Prisma.CourseUncheckedCreateInput {
  const id = newId()
  return { ...sampleCourse, id, workspaceId, modules: { create: sampleCourse.modules.map(moduleOf(workspaceId, id)) } }
}

/** Any 64-bit number will do, so long as every process of the service takes the same. */
const seedLock = 7_203_998_214n

/**
 * Gives an empty database a demo workspace with the sample course, which the development provider's person signs in to, whole or not at all, and the value of a key for it.
 * Undefined where a workspace is there already.
 */
export function seedDemo({ prisma }: Database, keyPrefix: string): Promise<string | undefined> {
  return prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${seedLock})`
    if (await tx.workspace.findFirst({ select: { id: true } })) return undefined
    const workspaceId = newId()
    const { issuer, subject, name, email, plan } = demoPerson
    const person = { id: newId(), issuer, subject, name, email }
    await tx.workspace.create({ data: { id: workspaceId, name: 'Demo', plan, users: { create: person } } })
    await tx.course.create({ data: courseOf(workspaceId) })
    return (await makeKey(tx, keyPrefix, workspaceId, { name: 'First key' })).value
  })
}
