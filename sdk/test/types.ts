// Compiled, never run: what TypeScript must accept and refuse.
import { type Course, createClient } from '../src/index.ts'

const client = createClient({ baseUrl: 'http://localhost:4000', apiKey: 'key' })

export async function accepted(): Promise<Course[]> {
  const { data } = await client.GET('/courses/{courseId}', { params: { path: { courseId: 'id' } } })
  const name: string | undefined = data?.data.name
  await client.POST('/courses', { body: { name: name ?? 'Botany' } })
  const { data: page } = await client.GET('/courses')
  const courses: Course[] = page?.data.filter(({ status }) => status === 'draft') ?? []
  for await (const course of client.list('/courses', { params: { query: { search: 'leaf' } } })) courses.push(course)
  for await (const module of client.list('/courses/{courseId}/modules', { params: { path: { courseId: 'id' } } }))
    courses.some(({ id }) => id === module.courseId)
  for await (const { event, data } of client.streamGeneration({ body: { prompt: 'Leaves' } })) {
    if (event === 'block' && data.type === 'text') data.content.text satisfies string
    if (event === 'done') data.content.name satisfies unknown
  }
  const { data: generation } = await client.POST('/ai/generate-content', { body: { prompt: 'Leaves' } })
  generation?.data.generationId satisfies string | undefined
  const params = { path: { courseId: 'id' } }
  const { data: tree } = await client.GET('/courses/{courseId}/tree', { params })
  for (const { lessons } of tree?.data.modules ?? []) lessons.map(({ name }) => name satisfies string)
  if (tree) await client.PUT('/courses/{courseId}/tree', { params, body: tree.data })
  return courses
}

export async function refused(): Promise<void> {
  // @ts-expect-error There is no such path.
  await client.GET('/course')
  // @ts-expect-error A course needs a name.
  await client.POST('/courses', { body: {} })
  // @ts-expect-error The path has a parameter.
  client.list('/courses/{courseId}/modules')
  // @ts-expect-error This is no list.
  client.list('/courses/{courseId}')
}
