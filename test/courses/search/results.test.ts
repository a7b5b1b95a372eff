import { expect, onTestFinished, test } from 'vitest'
import { type SearchHit, searchCourseContent } from '../../../src/courses/search/content.ts'
import type { SearchRequestContext } from '../../../src/courses/search/run.ts'

/** The context of a search whose statement returns these rows. */
const contextWith = (rows: object[]) => {
  let released = 0
  const context = {
    db: { sql: { pipeline: async () => [[], rows] } },
    limiters: { get: () => ({ acquire: async () => () => void released++ }) },
    textIndex: { waitUntilIndexed: async () => {} },
    workspaceId: () => 'workspace',
  } as unknown as SearchRequestContext
  return { context, countReleases: () => released }
}

const hit = (fields: Partial<SearchHit & { text: string }>) => ({
  ...{ kind: 'block', id: '1', courseId: '2', courseName: 'C', moduleId: '3', moduleName: 'M', lessonId: '4' },
  ...{ lessonName: 'L', text: 'light', sameStem: [], hasParts: false, total: 1 },
  ...fields,
})
const slice = { limit: 20, offset: 0 }

test('other requests run between two results with long texts', async () => {
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  onTestFinished(() => clearImmediate(next))
  const search = async (length: number) => {
    turns = 0
    const rows = Array.from({ length: 5 }, () => hit({ text: 'light '.repeat(length / 6) }))
    expect((await searchCourseContent(contextWith(rows).context, 'light', {}, slice)).items).toHaveLength(5)
    return turns
  }
  expect([await search(1998), await search(2004)]).toEqual([0, 5])
})

test('a result whose course or module was deleted meanwhile is left out', async () => {
  // The columns of a deleted course or module are null, which the type of the row leaves out.
  const rows = [hit({}), hit({ courseName: null as never }), hit({ moduleName: null as never })]
  const { context, countReleases } = contextWith(rows)
  expect((await searchCourseContent(context, 'light', {}, slice)).items).toHaveLength(1)
  expect(countReleases()).toBe(1)
})
