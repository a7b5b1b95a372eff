import { expect, test } from 'vitest'
import { createCourseTree, restLevels } from '../../support/course-fixture.ts'
import { serviceForTest } from '../../support/service.ts'

/** Copies the record of a workspace 9,999 times, as many requests would. */
const copies = {
  module: `INSERT INTO modules (id, workspace_id, course_id, name, "order")
    SELECT gen_random_uuid(), t.workspace_id, t.course_id, 'M', n FROM modules t, generate_series(1, 9999) n
    WHERE t.workspace_id = $1::uuid`,
  lesson: `INSERT INTO lessons (id, workspace_id, course_id, module_id, name, "order")
    SELECT gen_random_uuid(), t.workspace_id, t.course_id, t.module_id, 'L', n FROM lessons t, generate_series(1, 9999) n
    WHERE t.workspace_id = $1::uuid`,
  block: `INSERT INTO blocks (id, workspace_id, course_id, lesson_id, type, content, "order")
    SELECT gen_random_uuid(), t.workspace_id, t.course_id, t.lesson_id, t.type, t.content, n
    FROM blocks t, generate_series(1, 9999) n WHERE t.workspace_id = $1::uuid`,
}

test.each(restLevels)(
  'a $parent has at most 10,000 $level records, also if their positions have gaps',
  async (rest) => {
    const service = await serviceForTest()
    const workspaceId = await service.workspace()
    const key = await service.key({ workspaceId })
    const tree = await createCourseTree(service, key)
    const create = (order?: number) =>
      service.rest('POST', rest.list(tree[rest.parent as 'course' | 'module' | 'lesson'].id), key, {
        ...rest.sample,
        order,
      })
    await service.db.prisma.$executeRawUnsafe(copies[rest.level as keyof typeof copies], workspaceId)
    for (const order of [undefined, 0]) {
      const { status, body } = await create(order)
      expect([status, body.error.code, body.error.details]).toEqual([
        409,
        'conflict',
        { limit: 'siblings', max: 10_000 },
      ])
    }
    const id = tree[rest.level as 'module' | 'lesson' | 'block'].id
    const refused = [409, { limit: 'siblings', max: 10_000 }]
    const send = async (path: string, body?: object) => {
      const answer = await service.rest('POST', path, key, body)
      return [answer.status, answer.body.error?.details]
    }
    expect(await send(`${rest.one(id)}/duplicate`)).toEqual(refused)
    const other = await createCourseTree(service, key)
    const parent = `${rest.parent}Id`
    const parentId = tree[rest.parent as 'course' | 'module' | 'lesson'].id
    expect(await send(`${rest.one(other[rest.level].id)}/move`, { [parent]: parentId })).toEqual(refused)
    expect((await send(`${rest.one(id)}/move`, { [parent]: parentId, order: 3 }))[0]).toBe(200)
    expect((await service.rest('PATCH', rest.one(id), key, { order: 0 })).status).toBe(200)
    await service.rest('DELETE', rest.one(id), key)
    expect((await create()).status).toBe(201)
    expect((await create()).status).toBe(409)
    const [entry] = (await service.rest('GET', '/trash', key)).body.data
    expect(await send(`/trash/${entry.id}/restore`)).toEqual(refused)
  },
)

test('a course has at most 50,000 records, also if each request creates one', async () => {
  const service = await serviceForTest()
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  const { course, module, lesson } = await createCourseTree(service, key)
  const sql = (text: string) => service.db.prisma.$executeRawUnsafe(text, workspaceId)
  // Each new lesson has 49 blocks.
  await sql(`INSERT INTO lessons (id, workspace_id, course_id, module_id, name, "order")
    SELECT gen_random_uuid(), t.workspace_id, t.course_id, t.module_id, 'L', n FROM lessons t, generate_series(1, 999) n
    WHERE t.workspace_id = $1::uuid`)
  await sql(`INSERT INTO blocks (id, workspace_id, course_id, lesson_id, type, content, "order")
    SELECT gen_random_uuid(), l.workspace_id, l.course_id, l.id, b.type, b.content, n
    FROM lessons l, blocks b, generate_series(1, 49) n WHERE l.workspace_id = $1::uuid AND b.workspace_id = $1::uuid`)
  await sql('UPDATE courses SET tree_version = 4999 WHERE workspace_id = $1::uuid')
  const create = async () => {
    const statuses: number[] = []
    for (const [path, body] of [
      [`/courses/${course.id}/modules`, { name: 'M' }],
      [`/modules/${module.id}/lessons`, { name: 'L' }],
      [`/lessons/${lesson.id}/blocks`, { type: 'text', content: { text: 'B' } }],
    ] as const) {
      const { status, body: answer } = await service.rest('POST', path, key, body)
      statuses.push(status)
      if (status !== 201) expect(answer.error.details).toEqual({ limit: 'records', max: 50_000 })
    }
    return statuses
  }
  expect(await create()).toEqual([409, 409, 409])
  expect((await service.rest('PATCH', `/lessons/${lesson.id}`, key, { name: 'Changed' })).status).toBe(200)
  await service.rest('DELETE', `/lessons/${lesson.id}`, key)
  expect((await service.rest('POST', `/courses/${course.id}/modules`, key, { name: 'M' })).status).toBe(201)
})

test('the records of a course with many changes are counted once for 1,000 changes, and more often before the limit', async () => {
  const service = await serviceForTest()
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  const { course, lesson } = await createCourseTree(service, key)
  const sql = (text: string) => service.db.prisma.$executeRawUnsafe(text, workspaceId)
  const create = () =>
    service.rest('POST', `/lessons/${lesson.id}/blocks`, key, { type: 'text', content: { text: 'B' } })
  const columns = async () => {
    const { treeVersion, nextSizeCheck } = await service.db.prisma.course.findFirstOrThrow({ where: { id: course.id } })
    return [treeVersion, nextSizeCheck]
  }
  await sql('UPDATE courses SET tree_version = 4998 WHERE workspace_id = $1::uuid')
  await create()
  expect(await columns()).toEqual([4999, 5000])
  await create()
  expect(await columns()).toEqual([5000, 6000])
  await create()
  expect(await columns()).toEqual([5001, 6000])

  // With these 5 lessons and 49,987 blocks, and the six records from before, the course may get two more.
  await sql(`INSERT INTO lessons (id, workspace_id, course_id, module_id, name, "order")
    SELECT md5('filled' || n)::uuid, l.workspace_id, l.course_id, l.module_id, 'L', n FROM lessons l, generate_series(1, 5) n
    WHERE l.workspace_id = $1::uuid`)
  await sql(`INSERT INTO blocks (id, workspace_id, course_id, lesson_id, type, content, "order")
    SELECT gen_random_uuid(), b.workspace_id, b.course_id, md5('filled' || 1 + n % 5)::uuid, b.type, b.content, n
    FROM (SELECT * FROM blocks WHERE workspace_id = $1::uuid LIMIT 1) b, generate_series(1, 49987) n`)
  await sql('UPDATE courses SET tree_version = 5999 WHERE workspace_id = $1::uuid')
  expect((await create()).status).toBe(201)
  expect(await columns()).toEqual([6000, 6002])
  expect((await create()).status).toBe(201)
  expect((await create()).body.error.details).toEqual({ limit: 'records', max: 50_000 })
  expect(await columns()).toEqual([6001, 6002])
})
