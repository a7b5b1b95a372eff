import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn, takeScreenshots } from './browser.ts'
import { answerExamples, ask } from './courses.ts'
import { type Service, startService } from './service.ts'

let browser: Browser
let service: Service
beforeAll(async () => {
  ;[browser, service] = await Promise.all([openBrowser(), startService()])
})
afterAll(async () => {
  await browser?.close()
  await service?.close()
})

type Lesson = { courseId: string; lessonId: string }

const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const rows = (page: Page) => page.getByRole('grid', { name: 'Blocks' }).getByRole('row')
const checks = (page: Page) => page.getByRole('group', { name: 'Checks' })

async function openLesson(blocks: readonly object[]): Promise<{ page: Page; lesson: Lesson }> {
  const page = await openPage(browser, service.url)
  await signIn(page)
  await answerExamples(page)
  const { createCourse } = await ask<{ createCourse: { id: string; modules: { lessons: { id: string }[] }[] } }>(
    page,
    'mutation ($input: CreateCourseInput!) { createCourse(input: $input) { id modules { lessons { id } } } }',
    { input: { name: 'Gardens', modules: [{ name: 'Soil', lessons: [{ name: 'Worms', blocks }] }] } },
  )
  const lesson = { courseId: createCourse.id, lessonId: createCourse.modules[0]!.lessons[0]!.id }
  await page.goto(`/courses/${lesson.courseId}/lessons/${lesson.lessonId}/edit`)
  await page.getByRole('heading', { level: 1, name: 'Worms' }).waitFor()
  await page.waitForLoadState('networkidle')
  return { page, lesson }
}

const textBlock = (written: string) => ({ type: 'text', content: { text: written } })

async function readTexts(page: Page, { lessonId }: Lesson): Promise<unknown[]> {
  const query = 'query ($id: ID!) { lesson(id: $id) { blocks { content } } }'
  const { lesson } = await ask<{ lesson: { blocks: { content: { text?: string } }[] } }>(page, query, { id: lessonId })
  return lesson.blocks.map(({ content }) => content.text)
}

/** Begins to write in a text block, with the cursor at its end. */
async function beginAtEnd(page: Page, index = 0): Promise<void> {
  await rows(page).nth(index).focus()
  await page.keyboard.press('Enter')
  await text(page).and(page.locator(':focus')).waitFor()
}

test('what the checks find stands at its block after a save, and is fixed or dismissed there', async () => {
  const { page, lesson } = await openLesson([
    textBlock('## Soil\n\nWorms dig.'),
    { type: 'image', content: { url: 'https://example.com/leaf.svg' } },
  ])
  const checkRequests: string[] = []
  page.on('request', (request) => {
    if (request.postData()?.includes('courseChecks(')) checkRequests.push(request.url())
  })
  await checks(page).getByText('1 thing to look at').waitFor()
  const image = page.getByRole('button', { name: /^1 finding: 1 error in “/ })
  await image.waitFor()
  const atFirst = checkRequests.length

  await beginAtEnd(page)
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\n#### Rain\nIt rains.')
  await checks(page).getByText('2 things to look at').waitFor()
  expect(await page.getByRole('status').filter({ hasText: '2 things to look at.' }).count()).toBe(1)
  expect(await text(page).evaluate((element) => element === document.activeElement)).toBe(true)
  expect(checkRequests.length).toBeLessThanOrEqual(atFirst + 2)

  await checks(page).getByRole('button', { name: 'Next finding' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 warning').waitFor()
  await takeScreenshots(page, 'checks-at-block')
  await mustBeAccessible(page)
  await dialog.getByRole('button', { name: 'Next finding' }).click()
  await dialog.getByText('1 error').waitFor()
  await dialog.getByRole('button', { name: 'Previous finding' }).click()
  await dialog.getByRole('button', { name: /^Fix: / }).click()
  await dialog.waitFor({ state: 'detached' })
  await checks(page).getByText('1 thing to look at').waitFor()
  expect((await readTexts(page, lesson))[0]).toBe('## Soil\n\nWorms dig.\n\n### Rain\n\nIt rains.')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('row')

  await image.click()
  await dialog.getByRole('button', { name: /^Dismiss: / }).click()
  await dialog.getByRole('textbox', { name: /^Why/ }).fill('A decoration.')
  await dialog.getByRole('button', { name: 'Dismiss finding' }).click()
  await checks(page).getByText('Nothing to look at').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await mustBeAccessible(page)
  mustBeQuiet(page)
})

test('Ctrl-Alt-M shows the Markdown of a text with the cursor at the same words, and goes back, with all that is typed', async () => {
  const { page, lesson } = await openLesson([textBlock('## Soil\n\nWorms **dig** deep.\n\n* Rain\n* Sun')])
  const source = page.getByRole('group', { name: 'Edit text' }).getByRole('textbox', { name: 'Text', exact: true })
  const cursor = () => source.evaluate((element) => (element as HTMLTextAreaElement).selectionStart)
  await beginAtEnd(page)
  await page.keyboard.type(' and wind')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Home')
  await page.keyboard.press('Control+Alt+m')
  await source.and(page.locator(':focus')).waitFor()
  const written = '## Soil\n\nWorms **dig** deep.\n\n* Rain\n* Sun and wind'
  expect(await source.inputValue()).toBe(written)
  expect(await cursor()).toBe(written.indexOf('Rain'))
  // Typed before the first save is answered, so that both are one edit.
  await page.keyboard.type('Warm ')
  await takeScreenshots(page, 'markdown-source')
  await mustBeAccessible(page)
  await page.keyboard.press('Control+Alt+m')
  await source.waitFor({ state: 'detached' })
  await text(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('soft ')
  await expect.poll(() => readTexts(page, lesson)).toEqual([written.replace('Rain', 'Warm soft Rain')])
  expect(await page.getByText('changed in another tab').count()).toBe(0)

  // The button of the tools does the same, and so do Escape and Done.
  await page.getByRole('toolbar', { name: 'Text tools' }).getByRole('button', { name: 'Markdown source' }).click()
  await source.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await source.waitFor({ state: 'detached' })
  await text(page).and(page.locator(':focus')).waitFor()
  // From the list, the button of the row shows the Markdown, and Done leads back to the list.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Markdown source of “/ }).click()
  await source.waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await source.waitFor({ state: 'detached' })
  expect(await text(page).count()).toBe(0)

  // A text that is not saved yet has its Markdown too.
  await page.getByRole('button', { name: 'Add a block at the end' }).click()
  await page.getByRole('menuitem', { name: 'Text' }).click()
  await text(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Control+Alt+m')
  const added = page.getByRole('group', { name: /^(Add|Edit) text$/ })
  await added.getByRole('textbox', { name: 'Text', exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('**New**')
  await page.keyboard.press('Control+Alt+m')
  await text(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('er')
  await expect.poll(async () => (await readTexts(page, lesson)).at(-1)).toMatch(/^\*\*New(er\*\*|\*\*er)$/)
  mustBeQuiet(page)
})
