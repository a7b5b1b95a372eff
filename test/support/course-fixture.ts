import type { TestService } from './service.ts'

/** Creates a course with one module, lesson and block over REST, and returns the records. */
export async function createCourseTree(service: TestService, key: string, name = 'Botany') {
  const make = async (path: string, body: object) => {
    const { status, body: answer } = await service.rest('POST', path, key, body)
    if (status !== 201) throw new Error(JSON.stringify(answer))
    return answer.data
  }
  const course = await make('/courses', { name })
  const module = await make(`/courses/${course.id}/modules`, { name: 'Leaves' })
  const lesson = await make(`/modules/${module.id}/lessons`, { name: 'Light' })
  const block = await make(`/lessons/${lesson.id}/blocks`, { type: 'text', content: { text: 'Plants eat light.' } })
  // Reads the course again, because its tree version has changed.
  const { body } = await service.rest('GET', `/courses/${course.id}`, key)
  return { course: body.data, module, lesson, block }
}

export type CourseTree = Awaited<ReturnType<typeof createCourseTree>>

const named = (name: string) => ({ name })

/** The three ordered levels with their REST paths, for tests that hold for each of them. */
export const restLevels = [
  {
    level: 'module',
    title: 'Module',
    parent: 'course',
    parentTitle: 'Course',
    list: (id: string) => `/courses/${id}/modules`,
    one: (id: string) => `/modules/${id}`,
    sample: { name: 'Roots' },
    named,
  },
  {
    level: 'lesson',
    title: 'Lesson',
    parent: 'module',
    parentTitle: 'Module',
    list: (id: string) => `/modules/${id}/lessons`,
    one: (id: string) => `/lessons/${id}`,
    sample: { name: 'Water' },
    named,
  },
  {
    level: 'block',
    title: 'Block',
    parent: 'lesson',
    parentTitle: 'Lesson',
    list: (id: string) => `/lessons/${id}/blocks`,
    one: (id: string) => `/blocks/${id}`,
    sample: { type: 'text', content: { text: 'Roots drink.' } },
    named: (name: string) => ({ type: 'text', content: { text: name } }),
  },
] as const

/** Returns the name that a test gave to a module, lesson or block. */
export const nameOf = (record: { order: number; name?: string; content?: { text: string } }) =>
  record.name ?? record.content?.text

export const missingId = '00000000-0000-7000-8000-000000000000'
