import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CourseTree, createCourseTree, restLevels } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { statementsOf } from '../../support/sql-recorder.ts'

let service: TestService
let key: string
let outline: CourseTree
let large: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  large = await makeLarge()
  for (let count = 0; count < 25; count++) await createCourseTree(service, key)
  outline = await createCourseTree(service, key)
})
afterAll(() => service.close())

/** A course of 6 modules, 36 lessons and 216 blocks. */
async function makeLarge(): Promise<string> {
  const six = Array.from({ length: 6 }, (_, index) => index)
  const blocks = six.map((b) => ({ type: 'text', content: { text: `Block ${b}` } }))
  const lessons = six.map((l) => ({ name: `Lesson ${l}`, blocks }))
  const modules = six.map((m) => ({ name: `Module ${m}`, lessons }))
  return (await service.rest('POST', '/courses', key, { name: 'Large', modules })).body.data.id
}

type Module = { lessons: { blocks: unknown[] }[] }
type Data = {
  course?: { lessonCount: number; blockCount: number; modules: Module[] }
  coursePage?: { items: unknown[] }
  courses?: { edges: unknown[] }
}

async function asked(query: string, variables?: Record<string, unknown>) {
  let data: Data = {}
  const statements = await statementsOf(async () => {
    const result = await service.graphql(query, key, variables)
    expect(result.errors).toBeUndefined()
    data = result.data
  })
  return { data, statements }
}

const record = 'id name description version metadata { createdAt updatedAt }'
const tree = `${record} modules { ${record} order lessons { ${record} order blocks { id type content order } } }`

describe('a whole tree', () => {
  test.each([
    ['a course', record, 1],
    ['with modules', `${record} modules { ${record} }`, 3],
    ['with lessons', `${record} modules { ${record} lessons { ${record} } }`, 4],
    ['with blocks', tree, 5],
    ['with blocks and counts', `lessonCount blockCount ${tree}`, 5],
    ['with modules and their counts', `lessonCount modules { id lessonCount }`, 3],
  ])('%s takes as many statements for any size', async (_what, selection, expected) => {
    const query = `query ($id: ID!) { course(id: $id) { ${selection} } }`
    for (const id of [large, outline.course.id]) {
      const { statements } = await asked(query, { id })
      expect(statements).toHaveLength(expected)
    }
  })

  test('has all records', async () => {
    const query = `query ($id: ID!) { course(id: $id) { lessonCount blockCount ${tree} } }`
    const { data } = await asked(query, { id: large })
    const { modules, lessonCount, blockCount } = data.course!
    const lessons = modules.flatMap((module) => module.lessons)
    const blocks = lessons.flatMap((lesson) => lesson.blocks)
    expect([lessons.length, blocks.length, lessonCount, blockCount]).toEqual([36, 216, 36, 216])
  })

  test('takes as many statements through fragments, aliases and back-links', async () => {
    const query = `query ($id: ID!, $yes: Boolean = true) {
      course(id: $id) { ...Tree again: modules { id lessons { blocks { lesson { module { course { name } } } } } } }
    }
    fragment Tree on Course { modules { ... on Module @include(if: $yes) { lessons { ...Lesson } } } }
    fragment Lesson on Lesson { blocks { id } }`
    const { statements } = await asked(query, { id: large })
    // The four levels, the tree version at the end, and one batch for each link back.
    expect(statements).toHaveLength(8)
  })

  test('takes one statement for each level and one for the version of the course if the query starts below the course', async () => {
    const module = `query ($id: ID!) { module(id: $id) { ${record} lessons { ${record} blocks { id } } } }`
    expect((await asked(module, { id: outline.module.id })).statements).toHaveLength(4)
    const lesson = `query ($id: ID!) { lesson(id: $id) { ${record} blocks { id content } module { course { name } } } }`
    expect((await asked(lesson, { id: outline.lesson.id })).statements).toHaveLength(5)
  })
})

describe('a page of 20 courses', () => {
  const selection = `${record} lessonCount blockCount modules { ${record} order }`
  test.each([
    ['by page', `{ coursePage { items { ${selection} } pageInfo { total totalPages } } }`],
    ['of drafts by page', `{ coursePage(published: false) { items { ${selection} } pageInfo { total } } }`],
    ['by cursor', `{ courses { edges { cursor node { ${selection} } } pageInfo { hasNextPage } } }`],
    ['with counts of modules too', `{ coursePage { items { ${selection} ms: modules { lessonCount } } } }`],
  ])('%s with modules and counts takes 3 statements, and 4 if the blocks are not counted yet', async (_how, query) => {
    const { data } = await asked(query)
    expect(data.coursePage?.items ?? data.courses?.edges).toHaveLength(20)
    expect((await asked(query)).statements).toHaveLength(3)
    const { id } = outline.lesson
    await service.rest('POST', `/lessons/${id}/blocks`, key, { type: 'text', content: { text: 'More' } })
    expect((await asked(query)).statements).toHaveLength(4)
  })
})

describe('over REST', () => {
  const count = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const statements = await statementsOf(async () => {
      expect((await service.rest(method, path, key, body, headers)).status).toBeLessThan(300)
    })
    return statements.length
  }

  const addBlock = (lessonId: string) =>
    service.rest('POST', `/lessons/${lessonId}/blocks`, key, { type: 'text', content: { text: 'More' } })

  test('a read of a course takes 2 statements, and 1 while the course stays unchanged', async () => {
    const { course, lesson } = await createCourseTree(service, key)
    await addBlock(lesson.id)
    const path = `/courses/${course.id}`
    expect([await count('GET', path), await count('GET', path), await count('GET', path)]).toEqual([2, 1, 1])
  })

  test('a read of a page of courses takes 2 statements, and 1 while its courses stay unchanged', async () => {
    const { lesson } = await createCourseTree(service, key)
    await addBlock(lesson.id)
    expect([await count('GET', '/courses'), await count('GET', '/courses')]).toEqual([2, 1])
    await addBlock(lesson.id)
    expect([await count('GET', '/courses'), await count('GET', '/courses')]).toEqual([2, 1])
  })

  test('a single read takes 1 statement, a list 1, a malformed id none', async () => {
    for (const { level, parent, list, one } of restLevels) {
      expect(await count('GET', one(outline[level].id))).toBe(1)
      expect(await count('GET', list(outline[parent].id))).toBe(1)
    }
    expect(await statementsOf(() => service.rest('GET', '/courses/x', key))).toEqual([])
    expect(await count('GET', '/block-types')).toBe(0)
  })

  test('a write takes 1 statement, one with an expected version 3, and a delete 2', async () => {
    const own = await createCourseTree(service, key)
    expect(await count('POST', '/courses', { name: 'Botany' })).toBe(1)
    expect(await count('PATCH', `/courses/${own.course.id}`, { name: 'Botany' })).toBe(1)
    for (const { level, parent, list, one, named } of [...restLevels].reverse()) {
      expect(await count('POST', list(own[parent].id), named('x'))).toBe(1)
      expect(await count('POST', list(own[parent].id), { ...named('x'), order: 0 })).toBe(1)
      expect(await count('PATCH', one(own[level].id), named('y'))).toBe(1)
      expect(await count('PATCH', one(own[level].id), { order: 0 })).toBe(1)
      expect(await count('PATCH', one(own[level].id), { order: 1 }, { 'If-Match': '*' })).toBe(1)
      const { version } = (await service.rest('GET', one(own[level].id), key)).body.data
      const expected = { 'If-Match': `"v${version}"` }
      expect(await count('PATCH', one(own[level].id), named('z'), expected)).toBe(3)
      if (level === 'block') {
        // A content alone goes to a block of a type that it fits, in one; what else is sent is held against what stands.
        expect(await count('PATCH', one(own.block.id), { content: { text: 'w' } })).toBe(1)
        expect(await count('PATCH', one(own.block.id), { content: { text: 'v', config: {} }, order: 7 })).toBe(2)
        expect(await count('PATCH', one(own.block.id), { type: 'interactive' })).toBe(4)
      }
      // The lock of the course, and one statement that moves the records to the trash.
      expect(await count('DELETE', one(own[level].id))).toBe(2)
    }
    expect(await count('DELETE', `/courses/${own.course.id}`)).toBe(4)
  })
})
