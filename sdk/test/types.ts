// Compiled, never run: what TypeScript must accept and refuse.
import { type Course, createClient } from '../src/index.ts'

const client = createClient({ baseUrl: 'http://localhost:4000', apiKey: 'key' })

export async function accepted(): Promise<Course[]> {
  const { data } = await client.GET('/courses/{courseId}', { params: { path: { courseId: 'id' } } })
  const name: string | undefined = data?.data.name
  await client.POST('/courses', { body: { name: name ?? 'Botany' } })
  const courses: Course[] = []
  for await (const course of client.list('/courses', { params: { query: { search: 'leaf' } } })) courses.push(course)
  for await (const module of client.list('/courses/{courseId}/modules', { params: { path: { courseId: 'id' } } }))
    courses.some(({ id }) => id === module.courseId)
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
