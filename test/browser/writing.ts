import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openPage, signIn } from './browser.ts'
import { ask } from './courses.ts'
import type { Service } from './service.ts'

export type Block = { id: string; type: string; content: { text?: string } }
export type Lesson = { path: string; lessonId: string; courseId: string; blocks: Block[] }

export const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
export const rows = (page: Page) => page.getByRole('grid', { name: 'Blocks' }).getByRole('row')
export const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) {
    await page.keyboard.press(key)
    // A browser tells of a moved cursor a moment after the key.
    await page.waitForTimeout(50)
  }
}

export async function makeLesson(page: Page, blocks: readonly object[]): Promise<Lesson> {
  const { createCourse } = await ask<{
    createCourse: { id: string; modules: { lessons: { id: string; blocks: Block[] }[] }[] }
  }>(
    page,
    'mutation ($input: CreateCourseInput!) { createCourse(input: $input) { id modules { lessons { id blocks { id type content } } } } }',
    { input: { name: 'Gardens', modules: [{ name: 'Soil', lessons: [{ name: 'Worms', blocks }] }] } },
  )
  const [lesson] = createCourse.modules[0]!.lessons
  const path = `/courses/${createCourse.id}/lessons/${lesson!.id}/edit`
  return { path, lessonId: lesson!.id, courseId: createCourse.id, blocks: lesson!.blocks }
}

export const textBlock = (written: string) => ({ type: 'text', content: { text: written } })

export async function readBlocks(page: Page, { lessonId }: Lesson): Promise<string[]> {
  const query = 'query ($id: ID!) { lesson(id: $id) { blocks { type content } } }'
  const { lesson } = await ask<{ lesson: { blocks: Block[] } }>(page, query, { id: lessonId })
  return lesson.blocks.map(({ type, content }) => (type === 'text' ? (content.text ?? '') : type))
}

/** Waits until the lesson has these texts; another block is shown by its type. */
export const mustBecome = (page: Page, lesson: Lesson, expected: string[]) =>
  expect.poll(() => readBlocks(page, lesson)).toEqual(expected)

/** Opens a lesson with these blocks, where it is written. */
export async function openLesson(
  browser: Browser,
  service: Service,
  blocks: readonly object[],
): Promise<{ page: Page; lesson: Lesson }> {
  const page = await openPage(browser, service.url)
  page.on('dialog', (dialog) => void dialog.accept())
  await signIn(page)
  const lesson = await makeLesson(page, blocks)
  await page.goto(lesson.path)
  await page.getByRole('heading', { level: 1, name: 'Worms' }).waitFor()
  // The editor is loaded before it is needed.
  await page.waitForLoadState('networkidle')
  return { page, lesson }
}

/** Begins to write in a text block, with the cursor at its end. */
export async function beginAtEnd(page: Page, index = 0): Promise<void> {
  await rows(page).nth(index).focus()
  await page.keyboard.press('Enter')
  await text(page).and(page.locator(':focus')).waitFor()
  // The editor sets the selection once more when it has got the focus.
}
