import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CourseTree, createCourseTree, restLevels } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

type Placed = { id: string; order: number; version: number }
const distinct = (records: Placed[]) => new Set(records.map(({ order }) => order)).size

describe.each(restLevels)('writers of one $parent', ({ level, parent, list, one, named }) => {
  const make = (outline: CourseTree, order?: number) =>
    service.rest('POST', list(outline[parent].id), key, { ...named('x'), order })
  const all = async (outline: CourseTree): Promise<Placed[]> =>
    (await service.rest('GET', `${list(outline[parent].id)}?per_page=100`, key)).body.data

  test('create 50 children at once, and none is lost or duplicated', async () => {
    const outline = await createCourseTree(service, key)
    const made = await Promise.all(Array.from({ length: 50 }, () => make(outline)))
    expect(made.map(({ status }) => status)).toEqual(Array(50).fill(201))
    const records = await all(outline)
    expect(records.map(({ order }) => order)).toEqual(Array.from({ length: 51 }, (_, index) => index))
    // What each was told is where it stands: nobody asked for a place.
    for (const { body } of made) expect(records[body.data.order]).toEqual(body.data)
  })

  test('create 20 children at one position at once, and the last one gets it', async () => {
    const outline = await createCourseTree(service, key)
    const made = await Promise.all(Array.from({ length: 20 }, () => make(outline, 0)))
    expect(made.map(({ status, body }) => [status, body.data.order])).toEqual(Array(20).fill([201, 0]))
    const records = await all(outline)
    expect(records.map(({ order }) => order)).toEqual(Array.from({ length: 21 }, (_, index) => index))
    expect(records.at(-1)!.id).toBe(outline[level].id)
  })

  test('move 20 children to one position at once, while others are created and deleted', async () => {
    const outline = await createCourseTree(service, key)
    for (let count = 0; count < 20; count++) await make(outline)
    const before = (await all(outline)).slice(1)
    const answers = await Promise.all([
      ...before.map(({ id }) => service.rest('PATCH', one(id), key, { order: 3 })),
      ...Array.from({ length: 10 }, (_, index) => make(outline, index % 2 ? 3 : undefined)),
      service.rest('DELETE', one(outline[level].id), key),
    ])
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), ...Array(10).fill(201), 200])
    const records = await all(outline)
    expect([records.length, distinct(records)]).toEqual([30, 30])
    const ids = new Set(records.map(({ id }) => id))
    for (const { id } of before) expect(ids).toContain(id)
  })

  test('change one record at once, and each change increases its version', async () => {
    const outline = await createCourseTree(service, key)
    const id = outline[level].id
    const change = (count: number) => (level === 'block' ? { content: { text: `${count}` } } : { name: `${count}` })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, count) =>
        service.rest('PATCH', one(id), key, count % 3 ? change(count) : { order: count }),
      ),
    )
    const versions = answers.map(({ body }) => body.data.version).sort((a, b) => a - b)
    expect(versions).toEqual(Array.from({ length: 20 }, (_, index) => index + 2))
  })

  test('create children of a parent that is being deleted, and no orphan remains', async () => {
    const outline = await createCourseTree(service, key)
    const path = parent === 'course' ? 'courses' : parent === 'module' ? 'modules' : 'lessons'
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => make(outline)),
      service.rest('DELETE', `/${path}/${outline[parent].id}`, key),
      ...Array.from({ length: 10 }, () => make(outline)),
    ])
    for (const { status } of answers) expect([200, 201, 404]).toContain(status)
    for (const { status, body } of answers) {
      if (status === 201) expect((await service.rest('GET', one(body.data.id), key)).status).toBe(404)
    }
  })
})

test('writers that move lessons between two courses do not deadlock, and no lesson is lost', async () => {
  const [left, right] = [await createCourseTree(service, key, 'Left'), await createCourseTree(service, key, 'Right')]
  const lessons: string[] = []
  for (let count = 0; count < 8; count++) {
    const { body } = await service.rest('POST', `/modules/${left.module.id}/lessons`, key, { name: `${count}` })
    lessons.push(body.data.id)
  }
  const text = { type: 'text', content: { text: 'x' } }
  for (let round = 0; round < 4; round++) {
    const answers = await Promise.all(
      lessons.flatMap((id, index) => [
        service.rest('POST', `/lessons/${id}/blocks`, key, text),
        service.rest('POST', `/lessons/${id}/move`, key, {
          moduleId: (index + round) % 2 ? left.module.id : right.module.id,
          order: index % 3,
        }),
        service.rest('PATCH', `/lessons/${id}`, key, { order: index % 4 }),
        service.rest('POST', `/lessons/${id}/blocks`, key, { ...text, order: 0 }),
      ]),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill([201, 200, 200, 201]).flat())
  }
  const trees = await Promise.all(
    [left, right].map(({ course }) => service.rest('GET', `/courses/${course.id}/tree`, key)),
  )
  type Lesson = Placed & { blocks: Placed[] }
  const found = trees.map(({ body }): Lesson[] => body.data.modules[0].lessons)
  expect(found.map(distinct)).toEqual(found.map((lessons) => lessons.length))
  const blocks = found.flat().flatMap((lesson) => {
    expect(distinct(lesson.blocks)).toBe(lesson.blocks.length)
    return lesson.blocks
  })
  expect([found.flat().length, blocks.length]).toEqual([10, 2 + 4 * 8 * 2])
})
