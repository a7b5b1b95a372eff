import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteToTrash } from '../support/deleted-record.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { statementsOf } from '../support/sql-recorder.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

type Tree = { id: string; modules: { id: string; lessons: { id: string; blocks: { id: string }[] }[] }[] }

/** Creates a course with `size` modules of `size` lessons of `size` blocks. */
async function createCourse(size: number): Promise<Tree> {
  const many = <T>(make: (index: number) => T) => Array.from({ length: size }, (_, index) => make(index))
  const blocks = many((index) => ({ type: 'text', content: { text: `Block ${index}` } }))
  const lessons = many((index) => ({ name: `Lesson ${index}`, blocks }))
  const modules = many((index) => ({ name: `Module ${index}`, lessons }))
  const { body } = await service.rest('POST', '/courses', key, { name: 'Botany', modules })
  return (await service.rest('GET', `/courses/${body.data.id}/tree`, key)).body.data
}

/** Returns the number of statements of a request. */
async function count(method: string, path: string): Promise<number> {
  const statements = await statementsOf(async () => {
    expect((await service.rest(method, path, key)).status).toBe(200)
  })
  return statements.length
}

const remove = (path: string) => deleteToTrash(service, key, path)

/** Returns the paths of a block, a lesson, a module and the course. */
const pathsOf = ({ id, modules: [module] }: Tree) => {
  const [lesson] = module!.lessons
  return [
    `/blocks/${lesson!.blocks[0]!.id}`,
    `/lessons/${lesson!.id}`,
    `/modules/${module!.id}`,
    `/courses/${id}`,
  ] as const
}

test('a page of the trash takes 1 statement, however many entries it shows', async () => {
  const { id, modules } = await createCourse(5)
  await remove(`/blocks/${modules[4]!.lessons[4]!.blocks[4]!.id}`)
  const one = [await count('GET', `/trash?courseId=${id}`), await count('GET', `/trash?courseId=${id}&page=9`)]
  for (const { lessons } of modules) for (const lesson of lessons) await remove(`/lessons/${lesson.id}`)
  expect([...one, await count('GET', `/trash?courseId=${id}&per_page=100`)]).toEqual([1, 1, 1])
})

test('a restore takes as many statements for any size', async () => {
  const counts: number[][] = []
  for (const size of [1, 5]) {
    const paths = pathsOf(await createCourse(size))
    const restores: number[] = []
    for (const path of paths) restores.push(await count('POST', `${await remove(path)}/restore`))
    counts.push(restores)
  }
  expect(counts).toEqual([
    [15, 15, 15, 16],
    [15, 15, 15, 16],
  ])
})

test('a restore takes as many statements where all siblings before the record are in the trash too', async () => {
  const { modules } = await createCourse(5)
  const { blocks } = modules[0]!.lessons[0]!
  const entries: string[] = []
  for (const { id } of blocks) entries.push(await remove(`/blocks/${id}`))
  const counts: number[] = []
  for (const entry of entries.reverse()) counts.push(await count('POST', `${entry}/restore`))
  expect(counts).toEqual([15, 15, 15, 15, 15])
})

test('a delete for good takes as many statements for any size', async () => {
  const counts: number[][] = []
  for (const size of [1, 5]) {
    const deletes: number[] = []
    for (const path of pathsOf(await createCourse(size))) deletes.push(await count('DELETE', await remove(path)))
    counts.push(deletes)
  }
  expect(counts).toEqual([
    [3, 3, 3, 6],
    [3, 3, 3, 6],
  ])
})
