import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn, takeScreenshots } from './browser.ts'
import { answerExamples, ask, seedCourse } from './courses.ts'
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

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const rows = (page: Page) => page.getByRole('grid', { name: 'Blocks' }).getByRole('row')
const blockTypesOf = (page: Page) =>
  rows(page).evaluateAll((found) => found.map((row) => row.getAttribute('aria-label') ?? row.textContent))

/** Opens the form for a new block of that type. */
async function begin(page: Page, type: string): Promise<void> {
  await page.getByRole('button', { name: 'Add block' }).first().click()
  await page.getByRole('menuitem', { name: type }).click()
  await page.getByRole('dialog').waitFor()
}

async function add(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add to the lesson' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Drags what the focused handle stands for: the list says where it would go before it takes the next key. */
async function dragByKeyboard(page: Page, keys: readonly string[]): Promise<void> {
  await page.keyboard.press('Enter')
  await page.locator('[data-drop-target]').first().waitFor({ state: 'attached' })
  for (const key of keys) await page.keyboard.press(key)
  await page.keyboard.press('Enter')
}

/** The editor of a new course's one lesson. */
async function openLesson(page: Page): Promise<{ courseId: string; lessonId: string }> {
  const { createCourse } = await ask<{ createCourse: { id: string; modules: { lessons: { id: string }[] }[] } }>(
    page,
    'mutation { createCourse(input: { name: "Gardens", modules: [{ name: "Soil", lessons: [{ name: "Worms", blocks: [{ type: text, content: { text: "Worms dig." } }] }] }] }) { id modules { lessons { id } } } }',
  )
  const lessonId = createCourse.modules[0]!.lessons[0]!.id
  await page.goto(`/courses/${createCourse.id}/lessons/${lessonId}/edit`)
  await page.getByRole('heading', { level: 1, name: 'Worms' }).waitFor()
  return { courseId: createCourse.id, lessonId }
}

test('a course is written by hand with every type of block, and put in order by keyboard', async () => {
  const page = await openPage(browser, service.url)
  await answerExamples(page)
  await signIn(page, '/courses')
  await page.getByRole('button', { name: 'Create course' }).first().click()
  await field(page, 'Name').fill('Plants')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Plants' }).waitFor()
  await page.getByRole('button', { name: 'Add module' }).click()
  await field(page, 'Name').fill('Light')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add a lesson to “Light”' }).click()
  await field(page, 'Name').fill('Leaves')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: /^Leaves/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Leaves' }).waitFor()
  await mustBeAccessible(page)

  await begin(page, 'Text')
  await field(page, 'Text').fill('Leaves are **green**.')
  await page.getByRole('region', { name: 'Preview' }).locator('strong').getByText('green').waitFor()
  await mustBeAccessible(page)
  await add(page)
  await begin(page, 'Picture')
  await field(page, 'Address of the picture').fill('not an address')
  await page.getByRole('button', { name: 'Add to the lesson' }).click()
  await page.getByText('Must be an absolute http(s) address.').waitFor()
  await field(page, 'Address of the picture').fill('https://example.com/leaf.svg')
  await field(page, 'What it shows').fill('A leaf')
  await add(page)
  await begin(page, 'Film')
  await field(page, 'Address of the film').fill('https://example.com/light.webm')
  await field(page, 'What is said, as text').fill('Light falls.')
  await add(page)
  await begin(page, 'Quiz')
  await field(page, 'What is asked').fill('What colour is a leaf?')
  await field(page, 'Answer 1').fill('Green')
  await field(page, 'Answer 2').fill('Blue')
  await page.getByText('Answer 1 is right').click()
  await mustBeAccessible(page)
  await takeScreenshots(page, 'editor')
  await add(page)
  await begin(page, 'Code')
  await field(page, 'Language').fill('python')
  await field(page, 'Code').fill('print("leaf")')
  await add(page)
  await begin(page, 'Activity')
  await field(page, 'What it is').fill('simulation')
  await field(page, 'Address of the page to embed').fill('https://example.com/leaf')
  await add(page)
  expect(await rows(page).count()).toBe(6)
  await takeScreenshots(page, 'lesson-editor')
  await mustBeAccessible(page)

  // As by hand: into the list, to its last row, to the handle in it.
  await rows(page).first().focus()
  for (const key of ['End', 'ArrowRight']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Drag “Activity: simulation”' }).and(page.locator(':focus')).waitFor()
  await dragByKeyboard(page, ['ArrowUp', 'ArrowUp'])
  await page.getByText(/^“Activity: simulation” is now block \d of 6\.$/).waitFor({ state: 'attached' })
  const place = (await blockTypesOf(page)).findIndex((text) => text?.includes('Activity'))
  expect(place).toBeLessThan(5)
  await page.getByRole('button', { name: /^More for “Text/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Move down' }).press('Enter')
  await page.getByText(/^“Text: Leaves are green\.” is now block \d of 6\.$/).waitFor({ state: 'attached' })
  const order = await blockTypesOf(page)
  await page.reload()
  await rows(page).first().waitFor()
  expect(await blockTypesOf(page)).toEqual(order)
  mustBeQuiet(page)
})

test('blocks are put between others, saved by key, dragged by mouse, and have links of their own', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const { courseId, lessonId } = await openLesson(page)
  for (const text of ['Third.', 'Second.']) {
    await page.getByRole('button', { name: 'Add a block below “Text: Worms dig.”' }).click()
    await page.getByRole('menuitem', { name: 'Text' }).click()
    await field(page, 'Text').fill(text)
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await rows(page).getByText(text).waitFor()
  }
  const texts = () => rows(page).locator('p').allTextContents()
  expect(await texts()).toEqual(['Worms dig.', 'Second.', 'Third.'])

  const last = rows(page).nth(2)
  const { width, height } = (await last.boundingBox())!
  await rows(page)
    .first()
    .dragTo(last, { sourcePosition: { x: 18, y: 18 }, targetPosition: { x: width / 2, y: height - 3 } })
  await page.getByText('“Text: Worms dig.” is now block 3 of 3.').waitFor({ state: 'attached' })
  await page.reload()
  await rows(page).nth(2).waitFor()
  expect(await texts()).toEqual(['Second.', 'Third.', 'Worms dig.'])

  await page.getByRole('button', { name: 'More for “Text: Third.”' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await page.getByText('The link to the block is copied.').waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(new RegExp(`^${service.url}/courses/${courseId}/lessons/${lessonId}#block-[0-9a-f-]{36}$`))
  await page.goto(link)
  await page.locator(new URL(link).hash).getByText('Third.').waitFor()
  mustBeQuiet(page)
})

test('modules and lessons are put in order by keyboard, and a deletion says what goes', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const { id } = await seedCourse(page)
  await page.goto(`/courses/${id}`)
  const outline = page.getByRole('treegrid', { name: 'Modules and lessons' })
  await outline.waitFor()
  await takeScreenshots(page, 'outline')
  await mustBeAccessible(page)
  // The focus comes into a tree by its first row, and goes on from there.
  await outline.getByRole('row').first().focus()
  await page.getByRole('button', { name: 'More for “The colours of light”' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Move up' }).press('Enter')
  await page.getByText('“The colours of light” is now lesson 1 of 2 in “Light”.').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'More for “What a leaf does”' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Move down' }).press('Enter')
  await page.getByText('“What a leaf does” is now lesson 1 of 2 in “Water”.').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Drag “Water”' }).focus()
  await dragByKeyboard(page, ['ArrowUp'])
  await page.getByText('“Water” is now module 1 of 2.').waitFor({ state: 'attached' })
  await page.reload()
  await outline.waitFor()
  const names = await outline
    .getByRole('row')
    .evaluateAll((found) => found.map((row) => row.getAttribute('aria-label')))
  expect(names).toEqual([
    'Water',
    'What a leaf does, in Water',
    'From root to leaf, in Water',
    'Light',
    'The colours of light, in Light',
  ])
  await page.getByRole('button', { name: 'More for “Water”' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const asked = page.getByRole('alertdialog')
  await asked.getByText('with its 2 lessons and all their blocks').waitFor()
  await asked.getByText('From root to leaf').waitFor()
  await mustBeAccessible(page)
  await asked.getByRole('button', { name: 'Delete module' }).click()
  await outline.getByRole('row', { name: 'Water', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await page.getByRole('button', { name: 'Publish' }).waitFor()
  mustBeQuiet(page)
})

test('unsaved text survives a reload, and leaving it asks first', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  await openLesson(page)
  await rows(page).first().click()
  await field(page, 'Text').fill('Worms dig deep.')
  let asked = 0
  page.on('dialog', (dialog) => {
    asked += 1
    void dialog.accept()
  })
  await page.reload()
  expect(asked).toBe(1)
  await page.getByText('This is your text from before, which was not saved.').waitFor()
  expect(await field(page, 'Text').inputValue()).toBe('Worms dig deep.')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor()
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Keep it as a draft' }).click()
  await page.getByText('Unsaved draft').waitFor()
  await rows(page).first().click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await rows(page).getByText('Worms dig deep.').waitFor()
  expect(await page.getByText('Unsaved draft').count()).toBe(0)
  mustBeQuiet(page)
})

test('a save that fails says so, keeps the text, and works once the service is back', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  await openLesson(page)
  await begin(page, 'Text')
  await field(page, 'Text').fill('Rain brings them up.')
  const limited = { code: 'rate_limit_exceeded', details: {} }
  await page.route('**/graphql', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '7' },
      contentType: 'application/json',
      body: JSON.stringify({ errors: [{ message: 'Too many requests.', extensions: limited }] }),
    }),
  )
  await page.getByRole('button', { name: 'Add to the lesson' }).click()
  await page.getByRole('alert').getByText('Too many requests. Try again in 7 seconds.').waitFor()
  expect(await field(page, 'Text').inputValue()).toBe('Rain brings them up.')
  await page.unroute('**/graphql')
  await service.stop()
  await page.getByRole('button', { name: 'Add to the lesson' }).click()
  await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
  expect(await field(page, 'Text').inputValue()).toBe('Rain brings them up.')
  await service.start()
  await add(page)
  await rows(page).getByText('Rain brings them up.').waitFor()
  expect(await rows(page).count()).toBe(2)
  mustBeQuiet(page)
})

test('a text that somebody else changed is not overwritten unasked', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const { lessonId } = await openLesson(page)
  const { lesson } = await ask<{ lesson: { blocks: { id: string }[] } }>(
    page,
    'query ($id: ID!) { lesson(id: $id) { blocks { id } } }',
    { id: lessonId },
  )
  await rows(page).first().click()
  await field(page, 'Text').fill('Mine.')
  await ask(page, 'mutation ($id: ID!) { updateBlock(id: $id, input: { content: { text: "Theirs." } }) { id } }', {
    id: lesson.blocks[0]!.id,
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Somebody changed this block in the meantime').waitFor()
  expect(await field(page, 'Text').inputValue()).toBe('Mine.')
  await page.getByText('Their version').click()
  await page.getByText('Theirs.').first().waitFor()
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Overwrite with mine' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await rows(page).getByText('Mine.').waitFor()
  mustBeQuiet(page)
})

test('a lesson is written with the language model, and its blocks are taken one by one', async () => {
  const page = await openPage(browser, service.url)
  await answerExamples(page)
  await signIn(page)
  await openLesson(page)
  await page.getByRole('button', { name: 'Write with AI' }).click()
  await field(page, 'What is the lesson about?').fill('Earthworms for gardeners')
  await page.getByRole('button', { name: 'Write', exact: true }).click()
  await page.getByText(/^3 blocks written, 0 taken\./).waitFor()
  await mustBeAccessible(page)
  await takeScreenshots(page, 'write-with-ai')
  await page.getByRole('button', { name: 'Take block 2' }).click()
  await page.getByText(/^3 blocks written, 1 taken\./).waitFor()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await rows(page).first().waitFor()
  expect(await rows(page).count()).toBe(2)
  await page.getByRole('button', { name: 'Write with AI' }).click()
  await page.getByRole('button', { name: 'Take all 2' }).click()
  await page.getByText(/^3 blocks written, 3 taken\./).waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  await rows(page).nth(3).waitFor()
  expect(await rows(page).count()).toBe(4)
  mustBeQuiet(page)
})
