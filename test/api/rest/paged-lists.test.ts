import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
/** The path of each paged list, with three entries in it. */
const paths = new Map<string, string>()
let ids: Record<'course' | 'module' | 'lesson' | 'workspace', string>
beforeAll(async () => {
  service = await startTestService()
  const workspaceId = await service.workspace()
  key = await service.key({ workspaceId })
  const send = async (method: string, path: string, body?: object) => {
    const { status, body: answer } = await service.rest(method, path, key, body)
    expect([method, path, Math.floor(status / 100)]).toEqual([method, path, 2])
    return answer.data
  }
  const numbers = [1, 2, 3]
  await service.db.prisma.workspace.update({ where: { id: workspaceId }, data: { publishGate: 'off' } })
  const blocks = numbers.map((number) => ({ type: 'text', content: { text: `Text ${number}` } }))
  const lessons = numbers.map((number) => ({ name: `Lesson ${number}`, ...(number === 1 && { blocks }) }))
  const modules = numbers.map((number) => ({ name: `Module ${number}`, ...(number === 1 && { lessons }) }))
  const course = (await send('POST', '/courses', { name: 'Course 1', visibility: 'public', modules })).id
  await send('POST', `/courses/${course}/releases`, {})
  for (const number of [2, 3]) {
    const { id } = await send('POST', '/courses', { name: `Course ${number}`, visibility: 'public' })
    await send('POST', `/courses/${id}/releases`, {})
    await send('PATCH', `/courses/${course}`, { name: `Name ${number}` })
    await send('POST', `/courses/${course}/releases`, {})
  }
  for (const number of numbers) {
    const { id } = await send('POST', `/courses/${course}/modules`, { name: `Deleted ${number}` })
    await send('DELETE', `/modules/${id}`)
  }
  const [module] = (await send('GET', `/courses/${course}/tree`)).modules
  const { workspace } = await send('GET', '/me')
  ids = { course, module: module.id, lesson: module.lessons[0].id, workspace: workspace.publicId }
  for (const number of numbers) await send('POST', '/assets', { name: `File ${number}.jpg`, bytes: 1000 })
  paths.set('/assets', '/assets')
  paths.set('/courses', '/courses')
  paths.set('/courses/{courseId}/modules', `/courses/${course}/modules`)
  paths.set('/courses/{courseId}/releases', `/courses/${course}/releases`)
  paths.set('/modules/{moduleId}/lessons', `/modules/${module.id}/lessons`)
  paths.set('/lessons/{lessonId}/blocks', `/lessons/${module.lessons[0].id}/blocks`)
  paths.set('/trash', '/trash')
  paths.set('/delivery/{workspace}/courses', `/delivery/${workspace.publicId}/courses`)
})
afterAll(() => service.close())

test('each paged list has as many entries on a page as the request names, and each entry on one page', async () => {
  const { body: document } = await service.http('/api/v1/openapi.json')
  type Route = { get?: { parameters?: { name?: string; $ref?: string }[] } }
  const isPaged = ({ get }: Route) => get?.parameters?.some(({ name, $ref }) => (name ?? $ref)?.endsWith('per_page'))
  const paged = Object.entries<Route>(document.paths).flatMap(([path, route]) => (isPaged(route) ? [path] : []))
  // A search ranks its hits; test/courses/search/results.test.ts tests its pages.
  expect(paged.filter((path) => path !== '/search').sort()).toEqual([...paths.keys()].sort())
  for (const [name, path] of paths) {
    const pageOf = async (query: string) => {
      const { status, body } = await service.rest('GET', `${path}?${query}`, key)
      return { status, meta: body.meta, entries: body.data as object[] }
    }
    const { entries } = await pageOf('')
    const pages = [await pageOf('per_page=2'), await pageOf('per_page=2&page=2'), await pageOf('per_page=2&page=3')]
    expect([name, entries.length, pages.map(({ entries }) => entries.length)]).toEqual([name, 3, [2, 1, 0]])
    expect(pages.flatMap(({ entries }) => entries)).toEqual(entries)
    expect(pages[0]!.meta).toMatchObject({ page: 1, per_page: 2, total: 3, total_pages: 2 })
    expect((await pageOf('per_page=100')).entries).toEqual(entries)
    for (const query of ['per_page=0', 'per_page=101', 'per_page=1.5', 'page=0', 'page=1000001'])
      expect([name, query, (await pageOf(query)).status]).toEqual([name, query, 400])
  }
})

test('page and perPage that are null have their defaults in every list', async () => {
  const page = '(page: null, perPage: null) { pageInfo { page perPage } items { __typename } }'
  const lists = [
    `assetPage${page}`,
    `coursePage${page}`,
    `modulePage${page.replace('(', `(courseId: "${ids.course}", `)}`,
    `lessonPage${page.replace('(', `(moduleId: "${ids.module}", `)}`,
    `blockPage${page.replace('(', `(lessonId: "${ids.lesson}", `)}`,
    `releasePage${page.replace('(', `(courseId: "${ids.course}", `)}`,
    `trashPage${page}`,
    `deliveredCoursePage${page.replace('(', `(workspace: "${ids.workspace}", `)}`,
  ]
  const { data, errors } = await service.graphql(`{ ${lists.join(' ')} }`, key)
  expect(errors).toBeUndefined()
  expect(Object.keys(data)).toHaveLength(paths.size)
  for (const list of Object.values<{ pageInfo: object; items: object[] }>(data))
    expect([list.pageInfo, list.items.length]).toEqual([{ page: 1, perPage: 20 }, 3])
})
