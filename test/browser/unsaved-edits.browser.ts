import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn } from './browser.ts'
import { ask, blockForm, delayRequests, finishBlock } from './courses.ts'
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
const text = (page: Page) => field(page, 'Text')
const rows = (page: Page) => page.getByRole('grid', { name: 'Blocks' }).getByRole('row')
const saveDetails = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const offline = (page: Page) => page.getByText('Offline: kept in this browser').waitFor()
const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })
const unsavedEdits = (page: Page) => page.getByRole('region', { name: 'Unsaved edits' })

/** Lets no save of a block reach the service, until `page.unrouteAll` is called. */
const refuseSaves = (page: Page) =>
  page.route('**/graphql', (route) =>
    /mutation (Update|Create)Block/.test(route.request().postData() ?? '') ? route.abort() : route.fallback(),
  )

/** Opens another tab of the same browser. `mustBeQuiet` does not work for it. */
async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage()
  tab.setDefaultTimeout(30_000)
  acceptQuestions(tab)
  await tab.goto(path)
  return tab
}

/** Accepts the browser's question whether to leave a page with unsaved text. */
function acceptQuestions(page: Page): void {
  page.on('dialog', (dialog) => void dialog.accept())
}

type Ids = { courseId: string; moduleId: string; lessonId: string; blockId: string }
type Created = {
  createCourse: { id: string; modules: { id: string; lessons: { id: string; blocks: { id: string }[] }[] }[] }
}

async function makeLesson(page: Page): Promise<Ids> {
  const { createCourse } = await ask<Created>(
    page,
    'mutation { createCourse(input: { name: "Gardens", modules: [{ name: "Soil", lessons: [{ name: "Worms", blocks: [{ type: text, content: { text: "Worms dig." } }] }] }] }) { id modules { id lessons { id blocks { id } } } } }',
  )
  const [module] = createCourse.modules
  const [lesson] = module!.lessons
  return { courseId: createCourse.id, moduleId: module!.id, lessonId: lesson!.id, blockId: lesson!.blocks[0]!.id }
}

const editPath = ({ courseId, lessonId, blockId }: Ids) =>
  `/courses/${courseId}/lessons/${lessonId}/edit?block=${blockId}`

const remove = (page: Page, level: 'Block' | 'Lesson' | 'Course', id: string) =>
  ask(page, `mutation ($id: ID!) { delete${level}(id: $id) { id } }`, { id })

/** Fills the storage up to the browser's limit. */
const fillStorage = (page: Page) =>
  page.evaluate(() => {
    for (let size = 2 ** 20; size > 0; size = Math.floor(size / 2)) {
      try {
        for (let index = 0; ; index++) localStorage.setItem(`filler:${size}:${index}`, 'x'.repeat(size))
      } catch {}
    }
  })

/** Returns a signed-in page on which the only block of a new lesson is open. */
async function openBlock(): Promise<{ page: Page; ids: Ids }> {
  const page = await openPage(browser, service.url)
  acceptQuestions(page)
  await signIn(page)
  const ids = await makeLesson(page)
  await page.goto(editPath(ids))
  await text(page).waitFor()
  return { page, ids }
}

test('a block edited in two tabs and saved in one keeps the text of the other tab, which shows the conflict at once and after a reload', async () => {
  const { page, ids } = await openBlock()
  const other = await openTab(page.context(), editPath(ids))
  await refuseSaves(other)
  await text(other).fill('Typed in the second tab.')
  await text(page).fill('Typed in the first tab.')
  await finishBlock(page)

  await other.getByText('This block was saved elsewhere').waitFor()
  expect(await text(other).inputValue()).toBe('Typed in the second tab.')
  await other.getByText('Saved version', { exact: true }).click()
  await other.getByText('Typed in the first tab.').first().waitFor()
  await mustBeAccessible(other)
  await other.reload()
  await text(other).waitFor()
  expect(await text(other).inputValue()).toBe('Typed in the second tab.')
  await other.getByText('This block was saved elsewhere').waitFor()
  await other.unrouteAll()
  await other.getByRole('button', { name: 'Overwrite with my version' }).click()
  await finishBlock(other)
  await rows(page).getByText('Typed in the second tab.').waitFor()
  expect(await page.getByText('Unsaved edit').count()).toBe(0)
  mustBeQuiet(page)
})

test('a tab without edits shows what another tab has saved', async () => {
  const { page, ids } = await openBlock()
  const other = await openTab(page.context(), editPath(ids))
  await text(other).waitFor()
  await text(page).fill('Saved in the first tab.')
  await expect.poll(() => text(other).inputValue()).toBe('Saved in the first tab.')
  expect(await other.getByText('This block was saved elsewhere').count()).toBe(0)
})

test('the text of a block that is deleted during editing can be copied or added as a new block', async () => {
  const { page, ids } = await openBlock()
  await remove(page, 'Block', ids.blockId)
  await text(page).fill('Still here.')
  await page.getByText('This block was deleted').waitFor()
  expect(await text(page).inputValue()).toBe('Still here.')
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Copy text' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Still here.')
  await page.reload()
  await page.getByText('This block was deleted').waitFor()
  expect(await text(page).inputValue()).toBe('Still here.')
  await delayRequests(page, 'mutation CreateBlock')
  await page.getByRole('button', { name: 'Add as new block' }).click()
  await text(page).fill('Still here, and typed while it is added.')
  await page.getByText('This block was deleted').waitFor({ state: 'detached' })
  expect(await text(page).inputValue()).toBe('Still here, and typed while it is added.')
  await finishBlock(page)
  await rows(page).getByText('Still here, and typed while it is added.').waitFor()
  expect(await rows(page).count()).toBe(1)
  mustBeQuiet(page)
})

test('the editor says that a block was deleted in another tab before the author saves', async () => {
  const { page, ids } = await openBlock()
  await refuseSaves(page)
  await text(page).fill('Still here.')
  const other = await openTab(page.context(), `/courses/${ids.courseId}/lessons/${ids.lessonId}/edit`)
  await other.getByRole('button', { name: 'More actions for “Text: Worms dig.”' }).click()
  await other.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText('This block was deleted').waitFor()
  expect(await text(page).inputValue()).toBe('Still here.')
})

test('the text of a block whose lesson was deleted can be added to another lesson', async () => {
  const { page, ids } = await openBlock()
  const target = await makeLesson(page)
  await remove(page, 'Lesson', ids.lessonId)
  await text(page).fill('Homeless.')
  await page.getByText('This lesson was deleted').first().waitFor()
  expect(await text(page).inputValue()).toBe('Homeless.')
  expect(await page.getByRole('button', { name: 'Add as new block' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Add to another lesson' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to a lesson' })
  await dialog
    .getByRole('button', { name: /Gardens/ })
    .first()
    .waitFor()
  await mustBeAccessible(page)
  await dialog.getByText('This course has no other lesson.').waitFor()
  await remove(page, 'Course', ids.courseId)
  await page.reload()
  await page.getByText('This lesson was deleted').first().waitFor()
  expect(await text(page).inputValue()).toBe('Homeless.')
  await page.getByRole('button', { name: 'Add to another lesson' }).click()
  await dialog.getByRole('button', { name: /Soil › Worms/ }).waitFor()
  await dialog.getByRole('button', { name: 'Add block' }).click()
  await page.waitForURL(`**/courses/${target.courseId}/lessons/${target.lessonId}/edit*`)
  const added = rows(page).filter({ hasText: 'Homeless.' })
  await expect.poll(() => added.evaluate((row) => row === document.activeElement)).toBe(true)
  await page.goto('/')
  await page.getByRole('heading', { name: /Welcome/ }).waitFor()
  expect(await unsavedEdits(page).count()).toBe(0)
})

test('the form of a module or course keeps its text when the item is deleted during editing', async () => {
  const page = await openPage(browser, service.url)
  acceptQuestions(page)
  await signIn(page)
  const { courseId, moduleId } = await makeLesson(page)
  const form = page.getByRole('dialog')
  await page.goto(`/courses/${courseId}`)
  await page.getByRole('button', { name: 'More actions for “Soil”' }).click()
  await page.getByRole('menuitem', { name: 'Edit details' }).click()
  await field(page, 'Name').fill('Soil and its worms')
  await ask(page, 'mutation ($id: ID!) { deleteModule(id: $id) { id } }', { id: moduleId })
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('This was deleted').waitFor()
  expect(await field(page, 'Name').inputValue()).toBe('Soil and its worms')
  await mustBeAccessible(page)
  await form.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'More actions for this course' }).click()
  await page.getByRole('menuitem', { name: 'Edit details' }).click()
  await field(page, 'Name').fill('Gardens of the world')
  await remove(page, 'Course', courseId)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('This was deleted').waitFor()
  expect(await field(page, 'Name').inputValue()).toBe('Gardens of the world')
  await page.goto('/')
  for (const title of ['Module: Soil and its worms', 'Course: Gardens of the world']) {
    const row = unsavedEdits(page).getByRole('listitem').filter({ hasText: title })
    await row.getByText('Deleted', { exact: true }).waitFor()
  }
  mustBeQuiet(page)
})

test('the details of a module saved in another tab while they are edited are offered at once, and replace the edits on request', async () => {
  const page = await openPage(browser, service.url)
  acceptQuestions(page)
  await signIn(page)
  const { courseId } = await makeLesson(page)
  const other = await openTab(page.context(), `/courses/${courseId}`)
  await page.goto(`/courses/${courseId}`)
  for (const [tab, name] of [
    [page, 'Soil of the first tab'],
    [other, 'Soil of the second tab'],
  ] as const) {
    await tab.getByRole('button', { name: 'More actions for “Soil”' }).click()
    await tab.getByRole('menuitem', { name: 'Edit details' }).click()
    await field(tab, 'Name').fill(name)
  }
  await saveDetails(other)
  await closed(other)
  await page.getByText('This was saved elsewhere').waitFor()
  expect(await field(page, 'Name').inputValue()).toBe('Soil of the first tab')
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Use saved version' }).click()
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('Soil of the second tab')
  expect(await page.getByText('This was saved elsewhere').count()).toBe(0)
  mustBeQuiet(page)
})

test('copying the unsaved edit of details copies all of its fields', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const { courseId } = await makeLesson(page)
  await page.goto(`/courses/${courseId}`)
  await page.getByRole('button', { name: 'More actions for “Soil”' }).click()
  await page.getByRole('menuitem', { name: 'Edit details' }).click()
  await field(page, 'Description').fill('About worms.')
  await field(page, 'Duration in minutes').fill('15')
  await field(page, 'Learning objectives').fill('Explain how worms dig\nName three worms')
  await page.getByRole('combobox', { name: 'Prerequisites' }).fill('roots')
  await page.getByRole('option', { name: /^roots/ }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await unsavedEdits(page).getByRole('button', { name: 'Copy text' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect
    .poll(async () => (await copied()).split('\n\n').toSorted())
    .toEqual(['15', 'About worms.', 'Explain how worms dig\nName three worms', 'Soil', 'roots'])
})

test('the home page lists the unsaved edits of closed tabs and of deleted blocks, which can be continued, copied or discarded', async () => {
  const { page, ids } = await openBlock()
  await refuseSaves(page)
  await text(page).fill('Left in a closed tab.')
  const gone = await makeLesson(page)
  const third = await openTab(page.context(), editPath(gone))
  await refuseSaves(third)
  await text(third).fill('Of a deleted block.')
  const home = await openTab(page.context(), '/')
  await home.getByRole('heading', { name: /Welcome/ }).waitFor()
  expect(await unsavedEdits(home).count()).toBe(0)

  await third.close({ runBeforeUnload: false })
  await page.close({ runBeforeUnload: false })
  await remove(home, 'Block', gone.blockId)
  await home.reload()
  await unsavedEdits(home).getByText('Text: Left in a closed tab.').waitFor()
  const deleted = unsavedEdits(home).getByRole('listitem').filter({ hasText: 'Of a deleted block.' })
  await deleted.getByText('Deleted', { exact: true }).waitFor()
  await mustBeAccessible(home)
  await deleted.getByRole('button', { name: 'Copy text' }).click()
  await expect.poll(() => home.evaluate(() => navigator.clipboard.readText())).toBe('Of a deleted block.')
  await deleted.getByRole('button', { name: /^Discard/ }).click()
  await home.getByRole('button', { name: 'Discard edit' }).click()
  await deleted.waitFor({ state: 'detached' })

  await unsavedEdits(home).getByRole('button', { name: 'Continue “Text: Left in a closed tab.”' }).click()
  await home.waitForURL(`**${editPath(ids)}`)
  await text(home).waitFor()
  expect(await text(home).inputValue()).toBe('Left in a closed tab.')
  await finishBlock(home)
  await rows(home).getByText('Left in a closed tab.').waitFor()
  expect(await home.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')))).toEqual([])
})

test('a new block below another block keeps its position when it is kept for later and continued on the home page', async () => {
  const { page } = await openBlock()
  await page.keyboard.press('Escape')
  await blockForm(page).waitFor({ state: 'detached' })
  for (const [above, content] of [
    ['Text: Worms dig.', 'Last.'],
    ['Text: Worms dig.', 'Between.'],
  ]) {
    await page.getByRole('button', { name: `Add a block below “${above}”` }).click()
    await page.getByRole('menuitem', { name: /^Code/ }).click()
    await refuseSaves(page)
    await field(page, 'Code').fill(content!)
    await offline(page)
    await finishBlock(page)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    const kept = unsavedEdits(page).getByRole('button', { name: /^Continue “Code/ })
    await kept.waitFor()
    // The editor that was left must not save it before.
    await page.unrouteAll()
    await kept.click()
    await finishBlock(page)
    await rows(page).getByText(content!).waitFor()
  }
  expect(await rows(page).allInnerTexts()).toEqual(
    ['Worms dig.', 'Between.', 'Last.'].map((content) => expect.stringContaining(content)),
  )
  mustBeQuiet(page)
})

/** Sends the requests whose body contains this text to the service, and loses the answers. */
async function loseAnswers(page: Page, body: string): Promise<void> {
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes(body)) return route.fallback()
    await route.fetch()
    return route.abort()
  })
}

test('a new block whose answer was lost is added once, also after a reload and with other text', async () => {
  const { page, ids } = await openBlock()
  await page.goto(`/courses/${ids.courseId}/lessons/${ids.lessonId}/edit?new=code`)
  await field(page, 'Code').fill('Added once.')
  await loseAnswers(page, 'mutation CreateBlock')
  await offline(page)
  await page.unrouteAll()
  await page.reload()
  expect(await field(page, 'Code').inputValue()).toBe('Added once.')
  await finishBlock(page)
  expect(await rows(page).count()).toBe(2)

  await page.getByRole('button', { name: 'Add block' }).click()
  await page.getByRole('menuitem', { name: /^Code/ }).click()
  await field(page, 'Code').fill('First half.')
  await loseAnswers(page, 'mutation CreateBlock')
  await offline(page)
  await page.unrouteAll()
  await page.reload()
  await field(page, 'Code').fill('First half. Second half.')
  await finishBlock(page)
  await rows(page).getByText('First half. Second half.').waitFor()
  expect(await rows(page).count()).toBe(3)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')))).toEqual([])
})

test('a new module whose answer was lost is added once, and what was typed meanwhile can be continued', async () => {
  const page = await openPage(browser, service.url)
  acceptQuestions(page)
  await signIn(page)
  const { courseId } = await makeLesson(page)
  await page.goto(`/courses/${courseId}`)
  await page.getByRole('button', { name: 'Add module' }).click()
  await field(page, 'Name').fill('Rain')
  await loseAnswers(page, 'mutation CreateModule')
  const add = page.getByRole('dialog').getByRole('button', { name: 'Add module' })
  await add.click()
  await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
  await page.unrouteAll()
  // A response without a result, as of a proxy, says the same.
  await page.route('**/graphql', (route) => route.fulfill({ contentType: 'application/json', body: '{}' }))
  await add.click()
  await page
    .getByRole('alert')
    .getByText('The service cannot be reached. Check your connection, then try again. Your text is not lost.')
    .waitFor()
  await page.unrouteAll()
  await field(page, 'Name').fill('Rain and snow')
  await add.click()
  await page.getByText('Your last changes are not saved yet.').waitFor()
  await closed(page)
  await page.getByRole('button', { name: 'More actions for “Rain”' }).click()
  await page.getByRole('menuitem', { name: 'Edit details' }).click()
  expect(await field(page, 'Name').inputValue()).toBe('Rain and snow')
  await saveDetails(page)
  await closed(page)
  const tree = page.getByRole('treegrid', { name: 'Modules and lessons' })
  await expect.poll(() => tree.getByRole('row', { level: 1 }).allInnerTexts()).toHaveLength(2)
  await tree.getByText('Rain and snow').waitFor()

  await page.route('**/graphql', (route) => route.abort())
  await page.getByRole('button', { name: 'More actions for “Rain and snow”' }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await page.getByText('The move was not saved. The service cannot be reached. Check your connection').waitFor()
})

test('a save whose answer was lost is no conflict with the text that follows', async () => {
  const { page, ids } = await openBlock()
  await text(page).fill('First half.')
  await loseAnswers(page, 'mutation UpdateBlock')
  await offline(page)
  const refreshed = page.waitForResponse((response) => response.request().postData()?.includes('query Lesson') === true)
  await page.unrouteAll()
  await text(page).fill('First half. Second half.')
  await refreshed
  await finishBlock(page)
  await rows(page).getByText('First half. Second half.').waitFor()

  // An API client saves something else meanwhile.
  await page.goto(editPath(ids))
  await text(page).fill('Third.')
  await loseAnswers(page, 'mutation UpdateBlock')
  await offline(page)
  await ask(
    page,
    'mutation ($id: ID!) { updateBlock(id: $id, input: { content: { text: "Somebody else’s." } }) { id } }',
    { id: ids.blockId },
  )
  await page.unrouteAll()
  await text(page).fill('Third. Fourth.')
  await page.getByText('This block was saved elsewhere').waitFor()
})

test('a block that is too long says so, and characters that no text may have are left out', async () => {
  const { page } = await openBlock()
  await text(page).fill('x'.repeat(270_000))
  await page.getByRole('alert').getByText('content: must have at most 256 KB as JSON').waitFor()
  await mustBeAccessible(page)
  await text(page).fill('A\u0000B\uD800C')
  await finishBlock(page)
  await rows(page).getByText('AB\uFFFDC').waitFor()
})

test('every unsaved edit of details, of a message and of a prompt is continued in its form', async () => {
  const page = await openPage(browser, service.url)
  acceptQuestions(page)
  await signIn(page)
  const { courseId, lessonId } = await makeLesson(page)
  const dialog = page.getByRole('dialog')
  const edit = async (name: string) => {
    await page.getByRole('button', { name }).click()
    await page.getByRole('menuitem', { name: 'Edit details' }).click()
  }
  const course = `/courses/${courseId}`
  const lesson = `${course}/lessons/${lessonId}/edit`
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const forms = [
    { path: course, open: () => edit('More actions for this course'), label: 'Description', title: 'Course: Gardens' },
    { path: course, open: () => edit('More actions for “Soil”'), label: 'Description', title: 'Module: Soil' },
    { path: course, open: () => edit('More actions for “Worms”'), label: 'Description', title: 'Lesson: Worms' },
    { path: course, open: () => press('Add module'), label: 'Description', title: 'New module: ' },
    { path: course, open: () => press('Add a lesson to “Soil”'), label: 'Description', title: 'New lesson: ' },
    { path: course, open: () => press('Publish'), label: 'What is new', title: 'Message of a release: Gardens' },
    { path: lesson, open: () => press('Edit details'), label: 'Description', title: 'Lesson: Worms' },
    {
      path: lesson,
      open: () => press('Write with AI'),
      label: 'What is the lesson about?',
      title: 'Write with AI: Worms',
    },
    { path: '/courses', open: () => press('Create course'), label: 'Description', title: 'New course: ' },
  ]
  for (const { path, open, label, title } of forms) {
    await page.goto(path)
    await open()
    await field(page, label).fill(`Typed for ${title}`)
    await page.keyboard.press('Escape')
    await closed(page)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await unsavedEdits(page)
      .getByRole('button', { name: `Continue “${title}”` })
      .click()
    await dialog.waitFor()
    expect(await field(page, label).inputValue()).toBe(`Typed for ${title}`)
    await page.reload()
    await dialog.waitFor()
    expect(await field(page, label).inputValue()).toBe(`Typed for ${title}`)
    await field(page, label).fill('')
    await page.keyboard.press('Escape')
    await closed(page)
    expect(new URL(page.url()).search).toBe('')
  }
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')))).toEqual([])
  mustBeQuiet(page)
})

test('when the browser’s storage is full the editor says that the text is not stored, and the text can still be saved', async () => {
  const { page } = await openBlock()
  await refuseSaves(page)
  await text(page).fill('Kept.')
  await fillStorage(page)
  await text(page).fill('Far too long to be kept. '.repeat(50))
  await page.getByText('The space for unsaved edits is full').waitFor()
  await page.getByText('Offline', { exact: true }).waitFor()
  await mustBeAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByText('They cannot be kept for later, because the space for unsaved edits is full.').waitFor()
  await page.unrouteAll()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click()
  await text(page).waitFor({ state: 'detached' })
  await rows(page).getByText('Far too long to be kept.').waitFor()
})

test('when the browser’s storage is full a form, the publish dialog and the AI dialog ask before they close', async () => {
  const page = await openPage(browser, service.url)
  acceptQuestions(page)
  await signIn(page)
  const { courseId, lessonId } = await makeLesson(page)
  await page.goto(`/courses/${courseId}`)
  await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
  await fillStorage(page)
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  async function mustAskBeforeClosing(label: string): Promise<void> {
    await field(page, label).fill('Far too long to be kept. '.repeat(50))
    await page.getByText('The space for unsaved edits is full').waitFor()
    await page.keyboard.press('Escape')
    await question.getByText('They cannot be kept for later').waitFor()
    await mustBeAccessible(page)
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(await field(page, label).inputValue()).toContain('Far too long to be kept.')
    await page.getByRole('button', { name: 'Close', exact: true }).first().click()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await closed(page)
  }
  await page.getByRole('button', { name: 'More actions for “Soil”' }).click()
  await page.getByRole('menuitem', { name: 'Edit details' }).click()
  await mustAskBeforeClosing('Description')
  await page.getByRole('button', { name: 'More actions for “Soil”' }).click()
  await page.getByRole('menuitem', { name: 'Edit details' }).click()
  await field(page, 'Description').fill('Far too long to be kept. '.repeat(50))
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Save' }).click()
  await closed(page)
  const { course } = await ask<{ course: { modules: { description: string }[] } }>(
    page,
    'query ($id: ID!) { course(id: $id) { modules { description } } }',
    { id: courseId },
  )
  expect(course.modules[0]!.description).toContain('Far too long to be kept.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await mustAskBeforeClosing('What is new')
  await page.goto(`/courses/${courseId}/lessons/${lessonId}/edit`)
  await page.getByRole('button', { name: 'Write with AI' }).click()
  await mustAskBeforeClosing('What is the lesson about?')
  mustBeQuiet(page)
})

test('unsaved edits are limited in total size, and old unsaved edits of closed tabs are deleted', async () => {
  const { page, ids } = await openBlock()
  await refuseSaves(page)
  await text(page).fill('Small.')
  const tooMuch = 'x'.repeat(2_400_000)
  const makeUnsavedEdit = (tabId: string, editedAt: number, value: string) => ({
    key: `draft:${tabId}:block:${ids.blockId}`,
    text: JSON.stringify({
      name: `block:${ids.blockId}`,
      tabId,
      userId: 'somebody else',
      value: { text: value },
      editedAt,
      info: { title: 'Text', href: '/' },
    }),
  })
  const old = makeUnsavedEdit('00000000-0000-4000-8000-000000000001', Date.now() - 31 * 86_400_000, 'old')
  const big = makeUnsavedEdit('00000000-0000-4000-8000-000000000002', Date.now(), tooMuch)
  await page.evaluate(
    (made) => {
      for (const { key, text: value } of made) localStorage.setItem(key, value)
    },
    [old, big],
  )
  await text(page).fill('y'.repeat(150_000))
  await page.getByText('The space for unsaved edits is full').waitFor()
  await page.reload()
  await text(page).waitFor()
  expect(await text(page).inputValue()).toBe('Small.')
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:0000')))
  expect(kept).toEqual([big.key])
  // The unsaved edit of another user is not listed.
  await page.goto('/')
  await unsavedEdits(page).getByText('Text: Small.').waitFor()
  expect(await unsavedEdits(page).getByRole('listitem').count()).toBe(1)
})
