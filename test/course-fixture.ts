import type { House } from './house.ts'

/** A course with something at every level, made over REST: the records as their creation answered. */
export async function makeOutline(house: House, key: string, name = 'Botany') {
  const make = async (path: string, body: object) => {
    const { status, body: answer } = await house.rest('POST', path, key, body)
    if (status !== 201) throw new Error(JSON.stringify(answer))
    return answer.data
  }
  const course = await make('/courses', { name })
  const module = await make(`/courses/${course.id}/modules`, { name: 'Leaves' })
  const lesson = await make(`/modules/${module.id}/lessons`, { name: 'Light' })
  const block = await make(`/lessons/${lesson.id}/blocks`, { type: 'text', content: { text: 'Plants eat light.' } })
  // A course's tree version grows with what is put below it.
  const { body } = await house.rest('GET', `/courses/${course.id}`, key)
  return { course: body.data, module, lesson, block }
}

export type Outline = Awaited<ReturnType<typeof makeOutline>>

const named = (name: string) => ({ name })

/** The three ordered levels as REST addresses them; a test that holds for one holds for all. */
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

/** What a test called a module, lesson or block. */
export const nameOf = (record: { order: number; name?: string; content?: { text: string } }) =>
  record.name ?? record.content?.text

export const missingId = '00000000-0000-7000-8000-000000000000'
