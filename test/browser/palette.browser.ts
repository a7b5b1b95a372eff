import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn } from './browser.ts'
import { seedCourse } from './courses.ts'
import { type Service, startService } from './service.ts'

let browser: Browser
let service: Service
let page: Page
let course: Awaited<ReturnType<typeof seedCourse>>
beforeAll(async () => {
  ;[browser, service] = await Promise.all([openBrowser(), startService()])
  page = await openPage(browser, service.url)
  await signIn(page)
  course = await seedCourse(page)
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

const field = () => page.getByRole('combobox', { name: 'Search or do something' })
const option = (name: string | RegExp) => page.getByRole('option', { name })
const chosen = (name: string | RegExp) => page.getByRole('option', { name, selected: true }).waitFor()

/** Opens the palette with its key, types, waits for the option and chooses it with Enter. */
async function choose(text: string, name: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  await field().fill(text)
  await chosen(name)
  await page.keyboard.press('Enter')
  await field().waitFor({ state: 'detached' })
}

async function closeDialog(): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test('Ctrl-K finds courses, modules and lessons of the workspace by the beginning of a word', async () => {
  await page.goto('/usage')
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor()
  await choose('colours of', /^The colours of light/)
  await page.getByRole('heading', { level: 1, name: 'The colours of light' }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/\/lessons\/[^/]+\/edit$/)

  await page.goto('/usage')
  await page.getByRole('button', { name: 'Search' }).click()
  await field().fill('wat')
  await option(/^Water/).click()
  await page.getByRole('row', { name: 'Water', exact: true }).and(page.locator(':focus')).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/courses/${course.id}`)

  await page.keyboard.press('Control+k')
  await field().fill('Zyx')
  await page.getByText('Nothing has this name.').waitFor()
  await mustBeAccessible(page)
  await closeDialog()
  mustBeQuiet(page)
})

test('the palette lists what the page offers, and arrows choose from it', async () => {
  await page.goto(`/courses/${course.id}`)
  await page.getByRole('treegrid', { name: 'Modules and lessons' }).waitFor()
  await page.keyboard.press('Control+k')
  await option('Add a module').waitFor()
  await option(/^How plants live/).waitFor()
  await mustBeAccessible(page)
  const first = await page.getByRole('option', { selected: true }).textContent()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await chosen('Sign out')
  await page.keyboard.press('ArrowDown')
  expect(await page.getByRole('option', { selected: true }).textContent()).toBe(first)
  await closeDialog()

  await choose('add a mod', 'Add a module')
  await page.getByRole('dialog', { name: 'Add module' }).waitFor()
  // A key of the page does nothing over a form.
  await page.keyboard.press('Control+k')
  expect(await field().count()).toBe(0)
  await closeDialog()
  await choose('publish', 'Publish the course')
  await page.getByRole('heading', { name: /^Publish “/ }).waitFor()
  await closeDialog()
  await choose('id of the course', 'Copy the id of the course')
  await page.getByText('Id of the course copied.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(course.id)
  await choose('create a c', 'Create a course')
  await page.getByRole('dialog', { name: 'Create course' }).waitFor()
  await closeDialog()
  await choose('dark', 'Theme: dark')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.scheme)).toBe('dark')
  await choose('device', 'Theme: same as device')
  mustBeQuiet(page)
})

test('outside of a text, ? lists the keys, and / goes to the search of the page or opens the palette', async () => {
  await page.goto('/courses')
  await page.getByRole('heading', { level: 1, name: 'Courses' }).waitFor()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await keys.getByText('Task list').waitFor()
  await mustBeAccessible(page)
  await closeDialog()
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search courses' })
  await search.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('a/b?')
  expect(await search.inputValue()).toBe('a/b?')
  expect(await keys.count()).toBe(0)

  await page.goto('/usage')
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor()
  await page.keyboard.press('/')
  await field().waitFor()
  await closeDialog()
  await page.getByRole('button', { name: /Account and theme/ }).click()
  await page.getByRole('menuitem', { name: 'Keys' }).click()
  await keys.waitFor()
  await closeDialog()
  mustBeQuiet(page)
})

test('without a connection, the palette says so and still goes to pages', async () => {
  await page.goto('/courses')
  await page.getByRole('heading', { level: 1, name: 'Courses' }).waitFor()
  await page.keyboard.press('Control+k')
  await field().waitFor()
  await page.context().setOffline(true)
  await field().fill('trash')
  await page.getByRole('dialog').getByText('The service cannot be reached.').waitFor()
  await chosen('Trash')
  await mustBeAccessible(page)
  await page.context().setOffline(false)
  await page.getByRole('dialog').getByText('The service cannot be reached.').waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor()
})
