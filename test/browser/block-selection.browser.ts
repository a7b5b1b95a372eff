import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn, takeScreenshots } from './browser.ts'
import { ask, delayRequests } from './courses.ts'
import { type Service, startService } from './service.ts'

let browser: Browser
let service: Service
beforeAll(async () => {
  ;[browser, service] = await Promise.all([openBrowser(), startService()])
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

type Course = { id: string; modules: { lessons: { id: string }[] }[] }

const letters = ['A', 'B', 'C', 'D', 'E']
const row = (page: Page, text: string) =>
  page.getByRole('grid', { name: 'Blocks' }).getByRole('row', { name: new RegExp(`^Text: ${text}`) })
const handle = (page: Page, text: string) => row(page, text).locator('[data-row-buttons]').first()
const bar = (page: Page) => page.getByRole('region', { name: 'Selected blocks' })
const selected = (page: Page) =>
  page.locator('[role=row][aria-selected=true]').evaluateAll((rows) => rows.map((one) => one.ariaLabel?.slice(6)))
const mustBeSelected = (page: Page, expected: string[]) => expect.poll(() => selected(page)).toEqual(expected)
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).first()

/** Opens the first of two lessons, with five texts. */
async function openLesson(width = 1440): Promise<{ page: Page; course: Course }> {
  const page = await openPage(browser, service.url, { viewport: { width, height: 900 }, hasTouch: width < 600 })
  await signIn(page)
  const blocks = letters.map((text) => ({ type: 'text', content: { text } }))
  const { createCourse } = await ask<{ createCourse: Course }>(
    page,
    'mutation ($input: CreateCourseInput!) { createCourse(input: $input) { id modules { lessons { id } } } }',
    {
      input: { name: 'Plants', modules: [{ name: 'Leaves', lessons: [{ name: 'Light', blocks }, { name: 'Water' }] }] },
    },
  )
  await page.goto(`/courses/${createCourse.id}/lessons/${createCourse.modules[0]!.lessons[0]!.id}/edit`)
  await row(page, 'E').waitFor()
  return { page, course: createCourse }
}

/** Waits until a lesson has these texts. */
const mustBecome = (page: Page, course: Course, expected: string[], lesson = 0) =>
  expect
    .poll(async () => {
      const query = 'query ($id: ID!) { lesson(id: $id) { blocks { content } } }'
      const { id } = course.modules[0]!.lessons[lesson]!
      const read = await ask<{ lesson: { blocks: { content: { text: string } }[] } }>(page, query, { id })
      return read.lesson.blocks.map(({ content }) => content.text)
    })
    .toEqual(expected)

/** Refuses the requests that run this mutation, but for the first ones. */
async function refuseAfter(page: Page, mutation: string, count: number): Promise<void> {
  let requests = 0
  await page.route('**/graphql', (route) => {
    if (!route.request().postData()?.includes(`${mutation}(`) || ++requests <= count) return route.fallback()
    const errors = [{ message: 'The service is busy.', extensions: { code: 'conflict' } }]
    return route.fulfill({ json: { data: null, errors } })
  })
}

test('blocks are selected with the mouse, dragged together, and put back by Undo', async () => {
  const { page, course } = await openLesson()
  await handle(page, 'B').click({ modifiers: ['Control'] })
  await handle(page, 'D').click({ modifiers: ['Shift'] })
  await mustBeSelected(page, ['B', 'C', 'D'])
  await bar(page).getByText('3 blocks selected', { exact: true }).waitFor()
  await page.getByRole('status').getByText('3 blocks selected.').waitFor({ state: 'attached' })
  await takeScreenshots(page, 'selected-blocks')
  await mustBeAccessible(page)
  await row(page, 'C').click({ modifiers: ['Control'] })
  await mustBeSelected(page, ['B', 'D'])

  const { width } = (await row(page, 'A').boundingBox())!
  await handle(page, 'D').dragTo(row(page, 'A'), { targetPosition: { x: width / 2, y: 3 } })
  await mustBecome(page, course, ['B', 'D', 'A', 'C', 'E'])
  await mustBeSelected(page, ['B', 'D'])
  await page.getByText('2 blocks moved.', { exact: true }).waitFor()
  await undo(page).click()
  await mustBecome(page, course, letters)

  await bar(page).getByRole('button', { name: 'Clear the selection' }).click()
  await mustBeSelected(page, [])
  await row(page, 'B').and(page.locator(':focus')).waitFor()
  await handle(page, 'A').click()
  await mustBeSelected(page, ['A'])
  await row(page, 'B').click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).and(page.locator(':focus')).waitFor()
  await mustBeSelected(page, [])
  mustBeQuiet(page)
  await page.context().close()
})

test('with the keyboard alone, blocks are selected from a text on, moved, copied, duplicated, deleted and restored', async () => {
  const { page, course } = await openLesson()
  await row(page, 'B').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Text', exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await mustBeSelected(page, ['B'])
  await row(page, 'B').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Shift+ArrowDown')
  await mustBeSelected(page, ['B', 'C'])
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Shift+ArrowUp')
  await mustBeSelected(page, ['A', 'B'])
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await mustBecome(page, course, ['C', 'D', 'A', 'B', 'E'])
  await row(page, 'A').and(page.locator(':focus')).waitFor()
  await page.getByText('2 blocks moved.').nth(1).waitFor()
  await page.keyboard.press('Control+z')
  await mustBecome(page, course, ['C', 'A', 'B', 'D', 'E'])

  await page.keyboard.press('Control+c')
  await page.getByText('2 blocks copied.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('A\n\nB')
  await page.keyboard.press('Control+d')
  await mustBecome(page, course, ['C', 'A', 'B', 'A', 'B', 'D', 'E'])
  await page.getByText('2 blocks duplicated.').waitFor()
  await expect.poll(() => selected(page)).toHaveLength(2)
  await page.locator('[role=row][aria-selected=true]:focus').waitFor()
  await page.keyboard.press('Control+z')
  await mustBecome(page, course, ['C', 'A', 'B', 'D', 'E'])

  await expect.poll(() => row(page, 'A').count()).toBe(1)
  await row(page, 'A').focus()
  await page.keyboard.press('Control+a')
  await mustBeSelected(page, ['C', 'A', 'B', 'D', 'E'])
  await page.keyboard.press('Escape')
  await mustBeSelected(page, [])
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await mustBeSelected(page, ['A', 'B'])
  await page.keyboard.press('Delete')
  await mustBecome(page, course, ['C', 'D', 'E'])
  await page.getByText('2 blocks deleted.').waitFor()
  await row(page, 'D').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Control+z')
  await mustBecome(page, course, ['C', 'A', 'B', 'D', 'E'])
  await page.getByText('2 blocks restored.').waitFor()
  mustBeQuiet(page)
  await page.context().close()
})

test('Ctrl-Z takes back what is still under way, and then what was done before it', async () => {
  const { page, course } = await openLesson()
  await handle(page, 'A').click()
  await handle(page, 'B').click()
  await page.keyboard.press('Alt+ArrowDown')
  await mustBecome(page, course, ['C', 'A', 'B', 'D', 'E'])
  await page.getByText('2 blocks moved.').waitFor()
  await delayRequests(page, '', 300)
  await page.keyboard.press('Control+d')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await page.getByText('The copies are in the trash.').waitFor()
  await page.getByText('2 blocks moved back.').waitFor()
  await mustBecome(page, course, letters)
  mustBeQuiet(page)
  await page.context().close()
})

test('selected blocks move to another lesson together, and Undo brings them back to their places', async () => {
  const { page, course } = await openLesson()
  await handle(page, 'B').click()
  await handle(page, 'D').click()
  await bar(page).getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 2 blocks' })
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByText('2 blocks moved to “Water”.').waitFor()
  await mustBecome(page, course, ['A', 'C', 'E'])
  await mustBecome(page, course, ['B', 'D'], 1)
  await row(page, 'E').and(page.locator(':focus')).waitFor()
  await undo(page).click()
  await page.getByText('2 blocks moved back.').waitFor()
  await mustBecome(page, course, letters)
  await mustBecome(page, course, [], 1)
  mustBeQuiet(page)
  await page.context().close()
})

test('the text that was just written is saved before its block is duplicated with another', async () => {
  const { page, course } = await openLesson()
  await row(page, 'B').click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('ee')
  await handle(page, 'B').click({ modifiers: ['Control'] })
  await handle(page, 'C').click({ modifiers: ['Control'] })
  await bar(page).getByRole('button', { name: 'Duplicate' }).click()
  await mustBecome(page, course, ['A', 'Bee', 'C', 'Bee', 'C', 'D', 'E'])
  mustBeQuiet(page)
  await page.context().close()
})

test('if a request fails half way, what was done is shown with Undo, and the rest stays selected', async () => {
  const { page, course } = await openLesson()
  await refuseAfter(page, 'deleteBlock', 2)
  await row(page, 'A').focus()
  await page.keyboard.press('Control+a')
  await bar(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByText('3 blocks could not be deleted.').waitFor()
  await page.getByText('2 blocks deleted.').waitFor()
  await mustBecome(page, course, ['C', 'D', 'E'])
  await mustBeSelected(page, ['C', 'D', 'E'])
  await row(page, 'C').and(page.locator(':focus')).waitFor()
  await page.unroute('**/graphql')
  await page.keyboard.press('Delete')
  await page.getByRole('heading', { name: 'No blocks yet' }).waitFor()
  await mustBecome(page, course, [])
  await undo(page).click()
  await mustBecome(page, course, ['C', 'D', 'E'])

  await refuseAfter(page, 'duplicateBlock', 1)
  await row(page, 'C').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+d')
  await page.getByText('2 blocks could not be duplicated.').waitFor()
  await mustBecome(page, course, ['C', 'C', 'D', 'E'])
  await mustBeSelected(page, ['D', 'E'])
  mustBeQuiet(page)
  await page.context().close()
})

test('on a telephone, the menu of a block begins the selection, and a press adds to it', async () => {
  const { page, course } = await openLesson(390)
  await row(page, 'A')
    .getByRole('button', { name: /^More actions/ })
    .tap()
  await page.getByRole('menuitem', { name: 'Select', exact: true }).tap()
  await row(page, 'B').tap()
  await mustBeSelected(page, ['A', 'B'])
  await mustBeAccessible(page)
  await takeScreenshots(page, 'selected-blocks-telephone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await row(page, 'B')
    .getByRole('button', { name: /^More actions/ })
    .tap()
  await page.getByRole('menuitem', { name: 'Move down' }).tap()
  await mustBecome(page, course, ['C', 'A', 'B', 'D', 'E'])
  await bar(page).getByRole('button', { name: 'Delete' }).tap()
  await mustBecome(page, course, ['C', 'D', 'E'])
  await bar(page).waitFor({ state: 'detached' })
  await row(page, 'C').tap()
  await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor()
  mustBeQuiet(page)
  await page.context().close()
})
