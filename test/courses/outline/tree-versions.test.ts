import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCourseTree, treeLevelsByDepth } from '../../../src/courses/tree/reads/trees.ts'
import type { TransactionalSqlRunner } from '../../../src/platform/db/sql.ts'
import type { BoundSqlStatement, SqlRunner } from '../../../src/platform/db/statement.ts'
import { createCourseTree } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
let workspaceId: string
beforeAll(async () => {
  service = await startTestService()
  workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
})
afterAll(() => service.close())

/** Returns the SQL runner of the service, with a write after the first statement of each of the first `writes` trees. */
function makeInterruptedRunner(writes: number, write: () => Promise<unknown>): TransactionalSqlRunner {
  const { sql } = service.db
  let count = 0
  const pipeline = async (reads: readonly BoundSqlStatement[]) => {
    const results: unknown[][] = []
    for (const [index, read] of reads.entries()) {
      results.push(await sql.rows(...read))
      if (index === 0 && count++ < writes) await write()
    }
    return results
  }
  return { ...sql, pipeline: pipeline as SqlRunner['pipeline'] }
}

test.each([0, 1, 2, 5])(
  'a tree is of one version, also if %i writes come between the reads of its levels',
  async (writes) => {
    const { course, lesson, block } = await createCourseTree(service, key)
    let written = 0
    const sql = makeInterruptedRunner(writes, async () => {
      const text = `Text ${++written}`
      await service.rest('PATCH', `/blocks/${block.id}`, key, { content: { text } })
      await service.rest('PATCH', `/lessons/${lesson.id}`, key, { name: text })
    })
    const read = (await readCourseTree(sql, workspaceId, course.id, treeLevelsByDepth.blocks))!
    const stored = (await service.rest('GET', `/courses/${course.id}/tree`, key)).body.data
    const [found] = read.modules![0]!.lessons!
    expect([read.treeVersion, found!.name, JSON.parse(found!.blocks![0]!.content)]).toEqual([
      stored.treeVersion,
      stored.modules[0].lessons[0].name,
      stored.modules[0].lessons[0].blocks[0].content,
    ])
    expect(written).toBe(Math.min(writes, 2))
  },
)
