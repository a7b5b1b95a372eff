import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn, takeScreenshots } from './browser.ts'
import { answerExamples, ask, blockForm, delayRequests, finishBlock, seedCourse } from './courses.ts'
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

/** Opens the form for a new block of this type. */
async function begin(page: Page, type: string): Promise<void> {
  await page.getByRole('button', { name: 'Add block' }).first().click()
  await page.getByRole('menuitem', { name: type }).click()
  await blockForm(page).waitFor()
}

/** Opens the form of the first block. */
const editFirst = (page: Page) =>
  page
    .getByRole('button', { name: /^(Edit|Markdown source of) “/ })
    .first()
    .click()

/** Writes a new text in place, and waits until it is saved. The focus is then on its row. */
async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('menuitem', { name: 'Text' }).click()
  await page.keyboard.type(text)
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await field(page, 'Text').waitFor({ state: 'detached' })
}

const mustHaveFocus = (page: Page, role: 'row' | 'button', name: string) =>
  page.getByRole(role, { name, exact: true }).and(page.locator(':focus')).waitFor()

/** Drags the row of the focused handle. Each key needs the drop target of the one before. */
async function dragByKeyboard(page: Page, keys: readonly string[]): Promise<void> {
  await page.keyboard.press('Enter')
  await page.locator('[data-drop-target]').first().waitFor({ state: 'attached' })
  for (const key of keys) await page.keyboard.press(key)
  await page.keyboard.press('Enter')
}

/** Creates a course with one lesson and opens the lesson editor. */
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

test('an author creates a course with every type of block and reorders the blocks by keyboard', async () => {
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

  await page.getByRole('button', { name: 'Add block' }).first().click()
  await write(page, 'Leaves are **green**.')
  await rows(page).first().locator('strong').getByText('green').waitFor()
  await begin(page, 'Image')
  await field(page, 'Image URL').fill('not an address')
  await page.getByText('Must be an absolute http(s) address.').waitFor()
  await field(page, 'Image URL').fill('https://example.com/leaf.svg')
  await field(page, 'Alternative text').fill('A leaf')
  await finishBlock(page)
  await begin(page, 'Video')
  await field(page, 'Video URL').fill('https://example.com/light.webm')
  await field(page, 'Transcript').fill('Light falls.')
  await finishBlock(page)
  await begin(page, 'Quiz')
  await field(page, 'Question').and(page.locator(':focus')).waitFor()
  await mustBeAccessible(page)
  await field(page, 'Question').fill('What colour is a leaf?')
  await field(page, 'Answer 1').fill('Green')
  await field(page, 'Answer 2').fill('Blue')
  await page.getByText('Answer 1 is correct').click()
  await mustBeAccessible(page)
  await takeScreenshots(page, 'editor')
  await finishBlock(page)
  await begin(page, 'Code')
  await field(page, 'Language').fill('python')
  await field(page, 'Code').fill('print("leaf")')
  await finishBlock(page)
  await begin(page, 'Interactive')
  await field(page, 'Kind').fill('simulation')
  await field(page, 'Page URL').fill('https://example.com/leaf')
  await finishBlock(page)
  expect(await rows(page).count()).toBe(6)
  await takeScreenshots(page, 'lesson-editor')
  await mustBeAccessible(page)

  await rows(page).first().focus()
  await page.keyboard.press('End')
  await mustHaveFocus(page, 'row', 'Interactive: simulation')
  await page.keyboard.press('ArrowRight')
  await mustHaveFocus(page, 'button', 'Select “Interactive: simulation”')
  await page.keyboard.press('Tab')
  await mustHaveFocus(page, 'button', 'Add a block at the end')
  await page.keyboard.press('Shift+Tab')
  await mustHaveFocus(page, 'row', 'Interactive: simulation')
  for (const place of [5, 4]) {
    await page.keyboard.press('Alt+ArrowUp')
    await page.getByText(`“Interactive: simulation” is now block ${place} of 6.`).waitFor({ state: 'attached' })
  }
  expect((await blockTypesOf(page))[3]).toBe('Interactive: simulation')
  await page.getByRole('button', { name: /^More actions for “Text/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Move down' }).press('Enter')
  await page.getByText(/^“Text: Leaves are green\.” is now block \d of 6\.$/).waitFor({ state: 'attached' })
  const order = await blockTypesOf(page)
  await page.reload()
  await rows(page).first().waitFor()
  expect(await blockTypesOf(page)).toEqual(order)
  mustBeQuiet(page)
})

test('a block can be inserted below another one, dragged with the mouse, and linked to', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const { courseId, lessonId } = await openLesson(page)
  for (const text of ['Third.', 'Second.']) {
    await page.getByRole('button', { name: 'Add a block below “Text: Worms dig.”' }).click()
    await write(page, text)
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

  await page.getByRole('button', { name: 'More actions for “Text: Third.”' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await page.getByText('Link to the block copied.').waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(new RegExp(`^${service.url}/courses/${courseId}/lessons/${lessonId}#block-[0-9a-f-]{36}$`))
  await page.goto(link)
  await page.locator(new URL(link).hash).getByText('Third.').waitFor()
  mustBeQuiet(page)
})

test('a block says which parts of its content learners do not get', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const content = { question: 'Q?', options: ['a', 'b'], correctAnswer: 'c', author: 'me', mood: 'good' }
  const { createCourse } = await ask<{ createCourse: { id: string; modules: { lessons: { id: string }[] }[] } }>(
    page,
    'mutation ($input: CreateCourseInput!) { createCourse(input: $input) { id modules { lessons { id } } } }',
    {
      input: { name: 'Soil', modules: [{ name: 'M', lessons: [{ name: 'L', blocks: [{ type: 'quiz', content }] }] }] },
    },
  )
  await page.goto(`/courses/${createCourse.id}/lessons/${createCourse.modules[0]!.lessons[0]!.id}/edit`)
  const notice = page.getByRole('row').filter({ hasText: 'Learners do not get everything in this block' })
  await notice.waitFor()
  expect(await notice.getByRole('listitem').allTextContents()).toEqual([
    'correctAnswer: does not name an option, or does not fit the question',
    'author, mood: is not read; the service keeps it, and learners do not get it',
  ])
  await mustBeAccessible(page)
})

test('modules and lessons are reordered by keyboard, and what is deleted at once comes back by Ctrl-Z or Undo', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const { id } = await seedCourse(page)
  await page.goto(`/courses/${id}`)
  const outline = page.getByRole('treegrid', { name: 'Modules and lessons' })
  await outline.waitFor()
  await takeScreenshots(page, 'outline')
  await mustBeAccessible(page)
  // A tree takes the focus through its first row.
  await outline.getByRole('row').first().focus()
  await page.getByRole('button', { name: 'More actions for “The colours of light”' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Move up' }).press('Enter')
  await page.getByText('“The colours of light” is now lesson 1 of 2 in “Light”.').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'More actions for “What a leaf does”' }).press('Enter')
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
  await page.getByRole('button', { name: 'More actions for “Water”' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const water = outline.getByRole('row', { name: 'Water', exact: true })
  await page.getByText('“Water” with its 2 lessons deleted.').waitFor()
  await water.waitFor({ state: 'detached' })
  await outline.getByRole('row', { name: 'Light', exact: true }).and(page.locator(':focus')).waitFor()
  await mustBeAccessible(page)
  await page.keyboard.press('Control+z')
  await page.getByText('“Water” with its 2 lessons restored.').waitFor()
  await outline.getByRole('row', { name: 'From root to leaf, in Water' }).waitFor()
  await page.getByRole('button', { name: 'More actions for “Water”' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await water.waitFor({ state: 'detached' })
  // F6 leads to the messages.
  await page.keyboard.press('F6')
  const undo = page.getByRole('button', { name: 'Undo' })
  for (let presses = 0; presses < 3 && !(await undo.evaluate((one) => one === document.activeElement)); presses++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await water.waitFor()
  await page.getByText('Unpublished changes').waitFor()
  mustBeQuiet(page)
})

test('the focus moves to a new module or lesson, and to the next one after a deletion', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const { id } = await seedCourse(page)
  await page.goto(`/courses/${id}`)
  const row = (name: string) => page.getByRole('row', { name, exact: true })
  const focused = (name: string) => row(name).and(page.locator(':focus')).waitFor()
  await page.getByRole('button', { name: 'Add module' }).click()
  await field(page, 'Name').fill('Soil')
  await page.keyboard.press('Enter')
  await focused('Soil')
  await page.getByRole('button', { name: 'Add a lesson to “Soil”' }).click()
  await field(page, 'Name').fill('Worms')
  await page.keyboard.press('Enter')
  await focused('Worms, in Soil')
  async function deleteRow(name: string) {
    await page.getByRole('button', { name: `More actions for “${name}”` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  await deleteRow('The colours of light')
  await focused('What a leaf does, in Light')
  await deleteRow('What a leaf does')
  await focused('Light')
  await deleteRow('Light')
  await focused('Water')
  await deleteRow('Water')
  await focused('Soil')
  await deleteRow('Soil')
  await page.getByRole('heading', { name: 'No modules yet' }).and(page.locator(':focus')).waitFor()
  await openLesson(page)
  await deleteRow('Text: Worms dig.')
  await page.getByRole('heading', { name: 'No blocks yet' }).and(page.locator(':focus')).waitFor()
  mustBeQuiet(page)
})

/** Returns the texts in dialogs and messages that end to the right of the window and are not shortened there. */
const findTextsBeyondWindow = (page: Page) =>
  page.locator('[role="dialog"] *, [role="alertdialog"] *').evaluateAll((all) => {
    function isShortened(element: Element): boolean {
      const parent = element.parentElement
      return parent !== null && (getComputedStyle(parent).overflowX === 'hidden' || isShortened(parent))
    }
    return all
      .filter((one) => one.getBoundingClientRect().right > window.innerWidth && !isShortened(one))
      .map(({ textContent }) => textContent)
  })

test('dialogs and messages with a long word fit a narrow screen', async () => {
  const page = await openPage(browser, service.url, { viewport: { width: 360, height: 780 } })
  await signIn(page)
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'
  const { createCourse } = await ask<{ createCourse: { id: string } }>(
    page,
    `mutation { createCourse(input: { name: "${word}", modules: [{ name: "A", lessons: [{ name: "L${word}" }] }, { name: "M${word}" }] }) { id } }`,
  )
  await page.goto(`/courses/${createCourse.id}`)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('heading', { name: `Publish “${word}”` }).waitFor()
  expect(await findTextsBeyondWindow(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  const choose = async (item: string) => {
    await page.getByRole('button', { name: `More actions for “L${word}”` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Move to another module')
  await page.getByRole('dialog').getByText(`M${word}`).first().waitFor()
  expect(await findTextsBeyondWindow(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await choose('Delete')
  await page.getByRole('alertdialog').getByText(`L${word}`).waitFor()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  expect(await findTextsBeyondWindow(page)).toEqual([])
  mustBeQuiet(page)
})

test('a module is dragged to the end of the outline with the mouse', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const { id } = await seedCourse(page)
  await page.goto(`/courses/${id}`)
  const rows = page.getByRole('treegrid', { name: 'Modules and lessons' }).getByRole('row')
  const [from, to] = [rows.first(), rows.last()]
  const { height } = (await to.boundingBox())!
  await from.dragTo(to, { sourcePosition: { x: 18, y: 18 }, targetPosition: { x: 200, y: height - 3 } })
  await page.getByText('“Light” is now module 2 of 2.').waitFor({ state: 'attached' })
  mustBeQuiet(page)
})

test('an order that another person has changed meanwhile is not saved, and the list shows the change and keeps the focus', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const { lessonId } = await openLesson(page)
  const { createBlock } = await ask<{ createBlock: { id: string } }>(
    page,
    `mutation { createBlock(lessonId: "${lessonId}", input: { type: text, content: { text: "Second." } }) { id } }`,
  )
  await page.reload()
  await rows(page).nth(1).waitFor()
  await ask(
    page,
    `mutation { createBlock(lessonId: "${lessonId}", input: { type: text, content: { text: "Third." } }) { id } }`,
  )
  await page.getByRole('button', { name: 'More actions for “Text: Second.”' }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await page.getByText('The list was changed in another tab or by another person.').waitFor()
  await rows(page).nth(2).waitFor()
  expect(await rows(page).locator('p').allTextContents()).toEqual(['Worms dig.', 'Second.', 'Third.'])

  // The row with the focus goes when the list is loaded again.
  await rows(page).nth(1).focus()
  await ask(page, `mutation { deleteBlock(id: "${createBlock.id}") { trashId } }`)
  await page.keyboard.press('Alt+ArrowUp')
  await mustHaveFocus(page, 'row', 'Text: Third.')
  mustBeQuiet(page)
})

test('Ctrl-S saves and keeps the form open, and a new block is scrolled into view and focused', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const { lessonId } = await openLesson(page)
  const long = { type: 'text', content: { text: Array.from({ length: 60 }, () => 'Soil.').join('\n\n') } }
  for (let count = 0; count < 3; count++)
    await ask(
      page,
      'mutation ($id: ID!, $input: CreateBlockInput!) { createBlock(lessonId: $id, input: $input) { id } }',
      {
        id: lessonId,
        input: long,
      },
    )
  await page.reload()
  await begin(page, 'Code')
  await field(page, 'Code').fill('First half')
  await page.keyboard.press('Control+s')
  await page.getByText('Saved', { exact: true }).waitFor()
  // The form keeps its focus and its cursor.
  await page.keyboard.type(', second half.')
  await page.getByRole('group', { name: 'Edit code' }).waitFor()
  await page.getByText('Saving …').waitFor()
  // With Caps Lock, the key is a capital letter.
  await page.evaluate(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'S', ctrlKey: true })))
  await page.getByText('Saved', { exact: true }).waitFor()
  // In the code, Escape lets the next Tab leave it.
  await field(page, 'File name').focus()
  await page.keyboard.press('Escape')
  await blockForm(page).waitFor({ state: 'detached' })
  const added = rows(page).filter({ hasText: 'First half, second half.' })
  await expect.poll(() => added.evaluate((row) => row === document.activeElement)).toBe(true)
  const isInView = () =>
    added.evaluate((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return top >= 0 && bottom <= window.innerHeight
    })
  await expect.poll(isInView).toBe(true)
  expect(await rows(page).count()).toBe(5)

  await begin(page, 'Code')
  await field(page, 'Code').fill('Added by the button.')
  await finishBlock(page)
  const next = rows(page).filter({ hasText: 'Added by the button.' })
  await expect.poll(() => next.evaluate((row) => row === document.activeElement)).toBe(true)
  mustBeQuiet(page)
})

test('a tall preview is collapsed and can be expanded', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const { lessonId } = await openLesson(page)
  const code = `${'# A comment that goes on and on. '.repeat(12)}\n${'print()\n'.repeat(60)}# The last line.`
  await ask(
    page,
    'mutation ($id: ID!, $input: CreateBlockInput!) { createBlock(lessonId: $id, input: $input) { id } }',
    {
      id: lessonId,
      input: { type: 'code', content: { language: 'python', code, filename: 'worms.py' } },
    },
  )
  await page.reload()
  const row = rows(page).nth(1)
  const height = async () => (await row.boundingBox())!.height
  await page.getByRole('button', { name: 'Show all of “Code: worms.py”' }).waitFor()
  expect(await page.getByRole('button', { name: /^Show all/ }).count()).toBe(1)
  const folded = await height()
  await page.getByRole('button', { name: 'Show all of “Code: worms.py”' }).click()
  await expect.poll(height).toBeGreaterThan(folded + 500)
  expect(await page.getByRole('dialog').count()).toBe(0)
  // Long lines wrap.
  expect(await row.locator('pre').evaluate((pre) => pre.scrollWidth <= pre.clientWidth)).toBe(true)
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Show less of “Code: worms.py”' }).click()
  await expect.poll(height).toBe(folded)
})

test('one right answer is chosen by radio button, several by check box, and question texts are Markdown', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  await openLesson(page)
  await begin(page, 'Quiz')
  await field(page, 'Question').fill('Which **tag** is `bold`: <b>?\n\n```html\n<b>\n```')
  await field(page, 'Answer 1').fill('The *first*, [here](https://example.com/leaf)')
  await field(page, 'Answer 2').fill('<img src=x onerror=alert(1)>')
  await field(page, 'Feedback').first().fill('**Right** you are.')
  const right = (number: number) => page.getByRole('radio', { name: `Answer ${number} is correct` })
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await page.getByText('Answer 1 is correct').click()
  await page.getByText('Answer 2 is correct').click()
  expect([await right(1).isChecked(), await right(2).isChecked()]).toEqual([false, true])
  await right(2).press('ArrowUp')
  expect([await right(1).isChecked(), await right(2).isChecked()]).toEqual([true, false])

  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.locator('strong', { hasText: 'tag' }).waitFor()
  expect(await preview.textContent()).not.toMatch(/[*`]/)
  expect(await preview.textContent()).toContain('is bold: <b>?')
  await preview.getByRole('radio', { name: 'The first, here' }).waitFor({ state: 'attached' })
  await preview.getByRole('radio', { name: '<img src=x onerror=alert(1)>' }).waitFor({ state: 'attached' })
  expect(await preview.locator('label a, img').count()).toBe(0)
  await preview.getByText('The first, here').click()
  await preview.getByRole('button', { name: 'Check answers' }).click()
  await preview.locator('strong', { hasText: /^Right$/ }).waitFor()
  await mustBeAccessible(page)

  await page.getByRole('button', { name: /One correct answer/ }).click()
  await page.getByRole('option', { name: 'Several correct answers' }).click()
  await page.getByText('Answer 1 is correct').click()
  await page.getByText('Answer 2 is correct').click()
  expect(await page.getByRole('checkbox', { name: /is correct/, checked: true }).count()).toBe(2)
  await finishBlock(page)
  mustBeQuiet(page)
})

test('a question with the answer True or False can be answered, and its points can be a decimal', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const { lessonId } = await openLesson(page)
  await begin(page, 'Quiz')
  await field(page, 'Question').fill('Worms have eyes.')
  await field(page, 'Answer 1').fill('Kept for later')
  const chooseType = async (from: RegExp, to: string) => {
    await page.getByRole('button', { name: from }).click()
    await page.getByRole('option', { name: to }).click()
  }
  await chooseType(/One correct answer/, 'True or false')
  const preview = page.getByRole('region', { name: 'Preview' })
  const answers = () =>
    preview.getByRole('radio').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  await expect.poll(answers).toEqual(['true', 'false'])
  await chooseType(/True or false/, 'One correct answer')
  expect(await field(page, 'Answer 1').inputValue()).toBe('Kept for later')
  await chooseType(/One correct answer/, 'True or false')
  await page.getByRole('button', { name: /Not set/ }).click()
  await page.getByRole('option', { name: 'False' }).click()
  await field(page, 'Points').fill('')
  await field(page, 'Points').pressSequentially('1.50')
  expect(await field(page, 'Points').inputValue()).toBe('1.50')
  await field(page, 'Passing score').pressSequentially('1.')
  expect(await field(page, 'Points').inputValue()).toBe('1.5')
  await finishBlock(page)
  const { lesson } = await ask<{ lesson: { blocks: { type: string; content: unknown }[] } }>(
    page,
    'query ($id: ID!) { lesson(id: $id) { blocks { type content } } }',
    { id: lessonId },
  )
  expect(lesson.blocks.at(-1)).toEqual({
    type: 'quiz',
    content: {
      questions: [{ id: 'q1', type: 'true_false', prompt: 'Worms have eyes.', answer: false, points: 1.5 }],
      passingScore: 1,
    },
  })
  mustBeQuiet(page)
})

test('settings that are not valid JSON yet are kept as an unsaved edit, and saving them shows what is wrong', async () => {
  const page = await openPage(browser, service.url)
  page.on('dialog', (question) => void question.accept())
  await answerExamples(page)
  await signIn(page)
  await openLesson(page)
  await begin(page, 'Interactive')
  await field(page, 'Page URL').fill('https://example.com/leaf')
  const half = '{ "speed": 2,'
  await field(page, 'Settings').fill(half)
  await page.getByText('This is not a JSON object.').waitFor()
  await page.getByText('Not saved', { exact: true }).first().waitFor()
  await mustBeAccessible(page)
  await page.keyboard.press('Escape')
  await blockForm(page).waitFor({ state: 'detached' })
  await begin(page, 'Interactive')
  expect(await field(page, 'Settings').inputValue()).toBe(half)
  await field(page, 'Settings').fill(`${half} "colour": "green" }`)
  expect(await page.getByText('This is not a JSON object.').count()).toBe(0)
  await finishBlock(page)
  mustBeQuiet(page)
})

test('the form of a code block says that the dashboard does not run the code', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  await openLesson(page)
  await begin(page, 'Code')
  const runnable = page.getByRole('checkbox', { name: 'Runnable' })
  await page.getByText('For learning platforms that run code. The dashboard only shows the code.').waitFor()
  expect(await runnable.getAttribute('aria-describedby')).toBeTruthy()
  expect(await page.getByText('Learners can run it').count()).toBe(0)
})

test('unsaved text survives a reload, and is saved after it', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  await openLesson(page)
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('mutation UpdateBlock') ? route.abort() : route.fallback(),
  )
  await editFirst(page)
  await field(page, 'Text').fill('Worms dig deep.')
  let asked = 0
  page.on('dialog', (dialog) => {
    asked += 1
    void dialog.accept()
  })
  await page.reload()
  expect(asked).toBe(1)
  await page.getByText('This is your unsaved edit.').waitFor()
  expect(await field(page, 'Text').inputValue()).toBe('Worms dig deep.')
  await mustBeAccessible(page)
  await page.unrouteAll()
  await finishBlock(page)
  await rows(page).getByText('Worms dig deep.').waitFor()
  expect(await page.getByText('Unsaved edit').count()).toBe(0)
  mustBeQuiet(page)
})

test('after a failed save the form shows the error and keeps the text, which can be saved when the service is back', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  await openLesson(page)
  await begin(page, 'Code')
  await field(page, 'Code').fill('Rain brings them up.')
  const limited = { code: 'rate_limit_exceeded', details: {} }
  await page.route('**/graphql', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '7' },
      contentType: 'application/json',
      body: JSON.stringify({ errors: [{ message: 'Too many requests.', extensions: limited }] }),
    }),
  )
  await page.getByRole('alert').getByText('Too many requests. Try again in 7 seconds.').waitFor()
  expect(await field(page, 'Code').inputValue()).toBe('Rain brings them up.')
  await service.stop()
  await page.unroute('**/graphql')
  await field(page, 'Code').fill('Rain brings them up. Sun does not.')
  await page.getByText('Offline: kept in this browser').waitFor()
  expect(await field(page, 'Code').inputValue()).toBe('Rain brings them up. Sun does not.')
  await service.start()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.getByText('Saved', { exact: true }).waitFor()
  await finishBlock(page)
  await rows(page).getByText('Rain brings them up. Sun does not.').waitFor()
  expect(await rows(page).count()).toBe(2)
  mustBeQuiet(page)
})

test('a block that was changed elsewhere is overwritten only after the author confirms it', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const { lessonId } = await openLesson(page)
  const { lesson } = await ask<{ lesson: { blocks: { id: string }[] } }>(
    page,
    'query ($id: ID!) { lesson(id: $id) { blocks { id } } }',
    { id: lessonId },
  )
  await editFirst(page)
  await field(page, 'Text').fill('Mine.')
  await ask(page, 'mutation ($id: ID!) { updateBlock(id: $id, input: { content: { text: "Theirs." } }) { id } }', {
    id: lesson.blocks[0]!.id,
  })
  await page.getByText('This block was saved elsewhere').waitFor()
  expect(await field(page, 'Text').inputValue()).toBe('Mine.')
  await page.getByText('Saved version', { exact: true }).click()
  await page.getByText('Theirs.').first().waitFor()
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Overwrite with my version' }).click()
  await finishBlock(page)
  await rows(page).getByText('Mine.').waitFor()
  mustBeQuiet(page)
})

test('an author generates blocks for a lesson and inserts them one by one or all at once', async () => {
  const page = await openPage(browser, service.url)
  await answerExamples(page)
  await signIn(page)
  await openLesson(page)
  await page.getByRole('button', { name: 'Write with AI' }).click()
  await field(page, 'What is the lesson about?').fill('Earthworms for gardeners')
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await page.getByText(/^3 blocks generated, 0 inserted\./).waitFor()
  await mustBeAccessible(page)
  await page.getByText('These blocks are examples').waitFor()
  expect(await page.getByRole('region', { name: /^Generated block/ }).allTextContents()).not.toContainEqual(
    expect.stringMatching(/OPENAI|language model/),
  )
  await takeScreenshots(page, 'write-with-ai')
  await page.getByRole('button', { name: 'Insert block 2' }).click()
  await page.getByText(/^3 blocks generated, 1 inserted\./).waitFor()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await rows(page).first().waitFor()
  expect(await rows(page).count()).toBe(2)
  await page.getByRole('button', { name: 'Write with AI' }).click()
  await page.getByText('These blocks are examples').waitFor()
  // The API inserts block 1, but its answer is lost.
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('mutation CreateBlock')) return route.fallback()
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('button', { name: 'Insert block 1' }).click()
  await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
  await page.unrouteAll()
  await page.reload()
  await page.getByRole('button', { name: 'Write with AI' }).click()
  await delayRequests(page, 'mutation CreateBlock')
  await page.getByRole('button', { name: 'Insert all 2' }).click()
  expect(await page.getByRole('button', { name: 'Regenerate' }).isDisabled()).toBe(true)
  await field(page, 'What is the lesson about?').fill('Earthworms in winter')
  await page.getByText(/^3 blocks generated, 3 inserted\./).waitFor()
  expect(await field(page, 'What is the lesson about?').inputValue()).toBe('Earthworms in winter')
  expect(await page.getByRole('button', { name: 'Regenerate' }).isEnabled()).toBe(true)
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  await rows(page).nth(3).waitFor()
  expect(await rows(page).count()).toBe(4)
  mustBeQuiet(page)
})
