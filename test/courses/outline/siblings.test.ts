import { expect, test } from 'vitest'
import { createCourseTree, restLevels } from '../../support/course-fixture.ts'
import { serviceForTest } from '../../support/service.ts'

/** Copies a record 9,999 times, as many requests would. */
const copies = {
  module: `INSERT INTO modules (id, workspace_id, course_id, name, "order")
    SELECT gen_random_uuid(), t.workspace_id, t.course_id, 'M', n FROM modules t, generate_series(1, 9999) n`,
  lesson: `INSERT INTO lessons (id, workspace_id, course_id, module_id, name, "order")
    SELECT gen_random_uuid(), t.workspace_id, t.course_id, t.module_id, 'L', n FROM lessons t, generate_series(1, 9999) n`,
  block: `INSERT INTO blocks (id, workspace_id, course_id, lesson_id, type, content, "order")
    SELECT gen_random_uuid(), t.workspace_id, t.course_id, t.lesson_id, t.type, t.content, n
    FROM blocks t, generate_series(1, 9999) n`,
}

test.each(restLevels)(
  'a $parent has at most 10,000 $level records, also if their positions have gaps',
  async (rest) => {
    const service = await serviceForTest()
    const key = await service.key()
    const tree = await createCourseTree(service, key)
    const create = (order?: number) =>
      service.rest('POST', rest.list(tree[rest.parent as 'course' | 'module' | 'lesson'].id), key, {
        ...rest.sample,
        order,
      })
    await service.db.prisma.$executeRawUnsafe(copies[rest.level as keyof typeof copies])
    for (const order of [undefined, 0]) {
      const { status, body } = await create(order)
      expect([status, body.error.code, body.error.details]).toEqual([
        409,
        'conflict',
        { limit: 'siblings', max: 10_000 },
      ])
    }
    await service.rest('DELETE', rest.one(tree[rest.level as 'module' | 'lesson' | 'block'].id), key)
    expect((await create()).status).toBe(201)
    expect((await create()).status).toBe(409)
  },
)
