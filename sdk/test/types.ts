// Compiled, never run: what TypeScript must accept and refuse.
import { type Course, createClient, type QuizContent } from '../src/index.ts'

const client = createClient({ baseUrl: 'http://localhost:4000', apiKey: 'key' })

export async function accepted(): Promise<Course[]> {
  const course = await client.courses.create({ name: 'Botany' })
  course.name satisfies string
  const courses: Course[] = [await client.courses.update(course, { name: 'Botany II' })]
  for await (const found of client.courses.list({ search: 'leaf' })) courses.push(found)
  for await (const { items, total } of client.courses.list().pages()) total satisfies number & typeof items.length
  const module = await client.modules.create(course, { name: 'Light' })
  const lesson = await client.lessons.create(module, { name: 'The leaf' })
  const block = await client.blocks.create(lesson, { type: 'text', content: { text: 'Leaves' } })
  if (block.type === 'quiz') block.content satisfies QuizContent
  await client.blocks.move(block, { lessonId: lesson.id })
  const tree = await client.courses.getTree(course)
  for (const { lessons } of tree.modules) await client.lessons.update(lessons[0]!, { name: 'Known' })
  await client.courses.putTree(tree, tree)
  const { release } = await client.releases.create(course, {})
  if (release) await client.releases.update(release, { pinned: true })
  for await (const { event, data } of client.ai.streamContent({ prompt: 'Leaves' })) {
    if (event === 'block' && data.type === 'text') data.content.text satisfies string
    if (event === 'done') data.content.name satisfies unknown
  }
  return courses
}

export async function acceptedByPath(): Promise<void> {
  const params = { path: { courseId: 'id' } }
  const { data } = await client.http.GET('/courses/{courseId}', { params })
  data?.data.name satisfies string | undefined
  await client.http.POST('/courses', { body: { name: 'Botany' } })
  const { data: page } = await client.http.GET('/courses')
  page?.data.filter(({ status }) => status === 'draft') satisfies Course[] | undefined
  for await (const { courseId } of client.http.list('/courses/{courseId}/modules', { params }))
    courseId satisfies string
  const { data: tree } = await client.http.GET('/courses/{courseId}/tree', { params })
  if (tree) await client.http.PUT('/courses/{courseId}/tree', { params, body: tree.data })
}

export async function refused(): Promise<void> {
  const lesson = await client.lessons.get('id')
  // @ts-expect-error There is no such group.
  client.course
  // @ts-expect-error A course needs a name.
  await client.courses.create({})
  // @ts-expect-error A text block has a text.
  await client.blocks.create(lesson, { type: 'text', content: { url: 'https://example.com' } })
  // @ts-expect-error A lesson is no course.
  await client.courses.update(lesson, { name: 'Leaves' })
  // @ts-expect-error A lesson is no module.
  await client.modules.update(lesson, { name: 'Leaves' })
  // @ts-expect-error A lesson is no block.
  await client.blocks.delete(lesson)
  // @ts-expect-error A module has a course.
  client.modules.list()
  // @ts-expect-error A read changes nothing.
  await client.courses.get('id', { ifMatch: true })
  // @ts-expect-error There is no such path.
  await client.http.GET('/course')
  // @ts-expect-error The path has a parameter.
  await client.http.GET('/courses/{courseId}')
  // @ts-expect-error This is no list.
  client.http.list('/courses/{courseId}')
}
