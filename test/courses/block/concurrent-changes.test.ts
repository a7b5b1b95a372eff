import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCourseTree } from '../../support/course-fixture.ts'
import { runSql, whileRowsAreLocked } from '../../support/row-locks.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

// On the embedded database, a request waits for the whole transaction, so it reads the new type at once.
test.each([{ key: 'light' }, { order: 3 }])(
  'a content with %j does not turn back the type that another request gives the block at the same time',
  async (more) => {
    const { course, block } = await createCourseTree(service, key)
    const change = { ...more, content: { text: 'Y' } }
    const { status } = await whileRowsAreLocked(
      service,
      async (tx) => {
        await runSql(tx, 'UPDATE courses SET tree_version = tree_version + 1 WHERE id = $1', [course.id])
        const code = `UPDATE blocks SET type = 'code', content = '{"code":"1"}', version = version + 1 WHERE id = $1`
        await runSql(tx, code, [block.id])
      },
      () => service.rest('PATCH', `/blocks/${block.id}`, key, change),
    )
    const { data } = (await service.rest('GET', `/blocks/${block.id}`, key)).body
    expect([status, data.type, data.content]).toEqual([400, 'code', { code: '1' }])
  },
)
