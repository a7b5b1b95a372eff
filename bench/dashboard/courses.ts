import type { Page } from 'playwright-core'
import { ask } from '../../test/browser/courses.ts'

type Created = {
  id: string
  modules: { lessons: { id: string; blocks: { id: string; type: string }[] }[] }[]
}

const sentence = 'A leaf turns **light**, water and `carbon dioxide` into sugar, as the table above shows. '
const makeText = (chars: number) => `${sentence.repeat(4).trim()}\n\n`.repeat(Math.ceil(chars / 353)).slice(0, chars)
const makeCode = (chars: number) =>
  'for (const leaf of leaves) {\n  total += leaf.light * 2 // Each leaf counts.\n}\n'
    .repeat(Math.ceil(chars / 78))
    .slice(0, chars)

const longChars = 24_000
const longBlocks = [
  { type: 'text', content: { text: makeText(longChars) } },
  { type: 'code', content: { language: 'javascript', code: makeCode(longChars) } },
  { type: 'image', content: { url: 'https://example.com/leaf.svg', alt: 'A leaf' } },
]
const shortBlocks = Array.from({ length: 497 }, (_, index) =>
  index % 5 === 4
    ? { type: 'code', content: { language: 'javascript', code: makeCode(300) } }
    : { type: 'text', content: { text: `## Part ${index + 1}\n\n${makeText(300)}` } },
)

const createCourse = async (page: Page, input: object): Promise<Created> =>
  (
    await ask<{ createCourse: Created }>(
      page,
      'mutation ($input: CreateCourseInput!) { createCourse(input: $input) { id modules { lessons { id blocks { id type } } } } }',
      { input },
    )
  ).createCourse

/** Creates a lesson of 500 blocks: a text and a code of 24 KB, an image, and short texts and codes; and an empty lesson. */
export const createLongLesson = (page: Page): Promise<Created> =>
  createCourse(page, {
    name: 'A long lesson',
    modules: [
      { name: 'Leaves', lessons: [{ name: 'Light', blocks: [...longBlocks, ...shortBlocks] }, { name: 'Water' }] },
    ],
  })

/** Creates a course of 300 modules with five lessons each. */
export const createLargeOutline = (page: Page): Promise<Created> =>
  createCourse(page, {
    name: 'A large course',
    modules: Array.from({ length: 300 }, (_, module) => ({
      name: `Module ${module + 1}`,
      lessons: Array.from({ length: 5 }, (_, lesson) => ({ name: `Lesson ${module + 1}.${lesson + 1}` })),
    })),
  })

/** Creates a lesson of 20 blocks that everybody can read, and returns its course and the path of its page. */
export async function publishLesson(page: Page): Promise<{ course: Created; path: string }> {
  const lesson = { name: 'Light', blocks: shortBlocks.slice(0, 20) }
  const course = await createCourse(page, {
    name: 'A published course',
    published: true,
    visibility: 'public',
    modules: [{ name: 'Leaves', lessons: [lesson] }],
  })
  const { viewer } = await ask<{ viewer: { workspace: { publicId: string } } }>(
    page,
    '{ viewer { workspace { publicId } } }',
  )
  return { course, path: `/learn/${viewer.workspace.publicId}/${course.id}` }
}
