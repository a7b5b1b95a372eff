import { makeServiceWriter } from '../courses/changes/writer.ts'
import { newCourseSchema } from '../courses/course/rules.ts'
import { parseDesiredTreeNodes } from '../courses/tree/input.ts'
import { insertCourseTree } from '../courses/tree/write.ts'
import { demoUser } from '../identity/development/user.ts'
import { createKey } from '../keys/create.ts'
import type { Database } from '../platform/db/database.ts'
import { makeUuidV7 } from '../platform/uuid.ts'
import { publishCourse } from '../releases/publishing/publish.ts'
import { sampleCourse } from './course.ts'

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
    const { issuer, subject, name, email, plan } = demoUser
    const person = { id: makeUuidV7(), issuer, subject, name, email }
    return tx.workspace.create({ data: { id: makeUuidV7(), name: 'Demo', plan, users: { create: person } } })
  })
  if (!seeded) return undefined
  return sql.transaction(async (tx) => {
    const writer = makeServiceWriter(seeded.id, 'seedDemoWorkspace')
    const { modules, ...fields } = newCourseSchema.parse(sampleCourse)
    const course = await insertCourseTree(tx, writer, fields, await parseDesiredTreeNodes(modules, 'strict'))
    await publishCourse(tx, writer, course.id, {})
    const { value: key } = await createKey(tx, keyPrefix, seeded.id, { name: 'First key' })
    return { key, coursePath: `/learn/${seeded.publicId}/${course.slug}` }
  })
}
