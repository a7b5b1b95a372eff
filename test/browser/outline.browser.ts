import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn } from './browser.ts'
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

type Module = { id: string; name: string; lessons: { id: string; name: string }[] }
type Course = { id: string; modules: Module[] }

const text = (words: string) => ({ type: 'text', content: { text: words } })
const plants = [
  {
    name: 'Leaves',
    key: 'leaves',
    lessons: [{ name: 'Light', blocks: [text('Green.')] }, { name: 'Water' }, { name: 'Air' }],
  },
  { name: 'Roots', lessons: [{ name: 'Soil' }] },
  { name: 'Seeds', description: 'How plants begin.', attributes: { colour: 'brown' } },
]

const tree = (page: Page) => page.getByRole('treegrid', { name: 'Course outline' })
const row = (page: Page, name: string) => tree(page).getByRole('row', { name, exact: true })
const field = (page: Page) => tree(page).getByRole('textbox')
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

/** Creates a course and opens the editor of its first lesson. */
async function openOutline(modules: readonly object[], width = 1440): Promise<{ page: Page; course: Course }> {
  const page = await openPage(browser, service.url, { viewport: { width, height: 900 }, hasTouch: width < 600 })
  await signIn(page)
  const { createCourse } = await ask<{ createCourse: Course }>(
    page,
    'mutation ($input: CreateCourseInput!) { createCourse(input: $input) { id modules { id name lessons { id name } } } }',
    { input: { name: 'Plants', modules } },
  )
  await page.goto(`/courses/${createCourse.id}/lessons/${createCourse.modules[0]!.lessons[0]!.id}/edit`)
  await page.getByRole('heading', { level: 1, name: createCourse.modules[0]!.lessons[0]!.name }).waitFor()
  return { page, course: createCourse }
}

async function readOutline(page: Page, course: Course): Promise<string[]> {
  const query = 'query ($id: ID!) { courseTree(id: $id, depth: outline) { modules { name lessons { name } } } }'
  const { courseTree } = await ask<{ courseTree: Course }>(page, query, { id: course.id })
  return courseTree.modules.map(({ name, lessons }) => [name, ...lessons.map((lesson) => lesson.name)].join(' / '))
}

/** Waits until the course has these modules, each with its lessons. */
const mustBecome = (page: Page, course: Course, expected: string[]) =>
  expect.poll(() => readOutline(page, course)).toEqual(expected)

/** Pastes into the field that has the focus. */
const paste = (page: Page, plain: string, html = '') =>
  page.evaluate(
    ([words, tags]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', words)
      if (tags) clipboardData.setData('text/html', tags)
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      if (document.activeElement!.dispatchEvent(event)) document.execCommand('insertText', false, words)
    },
    [plain, html] as const,
  )

const pressMenu = async (page: Page, name: string, action: string) => {
  await row(page, name).hover()
  await page.getByRole('button', { name: `More actions for “${name}”` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('an outline is written with the keyboard alone: names, new titles, levels and places', async () => {
  const { page, course } = await openOutline(plants)
  await row(page, 'Light').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Sunlight')
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('Sunlight')
  await page.getByRole('heading', { level: 1, name: 'Sunlight' }).waitFor()
  await page.keyboard.press('F2')
  await page.keyboard.type('Not this')
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe('Sunlight')

  // Enter at the end of an unchanged title begins the next one; the titles are written without a pause.
  await page.keyboard.press('F2')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Shade')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Night')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Stems')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Bark')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe('Bark')
  await mustBecome(page, course, [
    'Leaves / Sunlight / Shade / Night / Water / Air',
    'Stems / Bark',
    'Roots / Soil',
    'Seeds',
  ])

  // A title has a menu as soon as it is saved.
  await page.getByRole('button', { name: 'More actions for “Bark”' }).waitFor()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await mustBecome(page, course, [
    'Leaves / Sunlight / Shade / Night / Water / Air',
    'Stems',
    'Roots / Soil / Bark',
    'Seeds',
  ])
  await expect.poll(() => focused(page)).toBe('Bark')
  mustBeQuiet(page)
  await page.context().close()
})

test('a module becomes a lesson and a lesson a module with all fields, unless it has lessons or blocks', async () => {
  const { page, course } = await openOutline(plants)
  await row(page, 'Seeds').focus()
  await page.keyboard.press('F2')
  await page.keyboard.press('Tab')
  await mustBecome(page, course, ['Leaves / Light / Water / Air', 'Roots / Soil / Seeds'])
  await expect.poll(() => focused(page)).toBe('Title of the lesson')
  await page.keyboard.press('Shift+Tab')
  await mustBecome(page, course, ['Leaves / Light / Water / Air', 'Roots / Soil', 'Seeds'])
  const query = 'query ($id: ID!) { course(id: $id) { modules { name description attributes } } }'
  expect(await ask(page, query, { id: course.id })).toMatchObject({
    course: { modules: [{}, {}, { name: 'Seeds', description: 'How plants begin.', attributes: { colour: 'brown' } }] },
  })
  await expect.poll(() => focused(page)).toBe('Title of the module')
  await page.keyboard.press('Escape')

  await pressMenu(page, 'Roots', 'Make it a lesson')
  await page.getByText('“Roots” has 1 lesson, and a lesson has none. Move or delete them first.').waitFor()
  await row(page, 'Water').click()
  await page.getByRole('heading', { level: 1, name: 'Water' }).waitFor()
  await pressMenu(page, 'Light', 'Make it a module')
  await page.getByText('“Light” has 1 block, and a module has none. Move or delete them first.').waitFor()
  await pressMenu(page, 'Leaves', 'Make it a lesson')
  await page.getByText('No module is above “Leaves”, so it cannot become a lesson.').waitFor()
  await mustBecome(page, course, ['Leaves / Light / Water / Air', 'Roots / Soil', 'Seeds'])
  mustBeQuiet(page)
  await page.context().close()
})

test('a pasted list becomes modules and lessons, and Undo removes them', async () => {
  const { page, course } = await openOutline(plants)
  const before = ['Leaves / Light / Water / Air', 'Roots / Soil', 'Seeds']
  await row(page, 'Soil').focus()
  await page.keyboard.press('Insert')
  await paste(page, '1. Fungi\n2. Worms')
  await page.getByText('2 lessons added.').waitFor()
  await mustBecome(page, course, ['Leaves / Light / Water / Air', 'Roots / Soil / Fungi / Worms', 'Seeds'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await mustBecome(page, course, before)
  await row(page, 'Worms').waitFor({ state: 'detached' })

  await pressMenu(page, 'Roots', 'Rename')
  const html = '<ul><li>Flowers<ul><li>Bees</li><li>Colours</li></ul></li><li>Fruits<ol><li>Apples</li></ol></li></ul>'
  await paste(page, 'Flowers\nBees\nColours\nFruits\nApples', html)
  await page.getByText('2 modules and 3 lessons added.').waitFor()
  await mustBecome(page, course, [
    'Leaves / Light / Water / Air',
    'Roots / Soil',
    'Flowers / Bees / Colours',
    'Fruits / Apples',
    'Seeds',
  ])
  await row(page, 'Apples').waitFor()

  await pressMenu(page, 'Roots', 'Rename')
  await paste(page, `${'x'.repeat(256)}\nshort`)
  await page.getByText(/is too long. A title has at most 255 characters/).waitFor()
  await page.keyboard.press('Escape')
  mustBeQuiet(page)
  await page.context().close()
})

test('several lessons are moved together and deleted together, and Undo restores them where they were', async () => {
  const { page, course } = await openOutline(plants)
  await row(page, 'Water').click({ modifiers: ['Control'] })
  await row(page, 'Air').click({ modifiers: ['Control'] })
  await page.getByText('2 lessons selected', { exact: true }).waitFor()
  expect(await row(page, 'Water').getAttribute('aria-selected')).toBe('true')
  await page.getByRole('heading', { level: 1, name: 'Light' }).waitFor()
  await row(page, 'Air').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await mustBecome(page, course, ['Leaves / Light', 'Roots / Water / Air / Soil', 'Seeds'])
  await page.getByRole('button', { name: 'Move to another module' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
  await mustBecome(page, course, ['Leaves / Light / Water / Air', 'Roots / Soil', 'Seeds'])
  await page.getByRole('button', { name: 'Clear the selection' }).click()

  // From the lesson that is open: the page goes on to the next lesson that is left.
  await row(page, 'Light').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByText('3 lessons selected', { exact: true }).waitFor()
  await page.keyboard.press('Delete')
  await page.getByRole('heading', { level: 1, name: 'Soil' }).waitFor()
  await page.getByText('3 lessons deleted.').waitFor()
  await mustBecome(page, course, ['Leaves', 'Roots / Soil', 'Seeds'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('3 lessons restored.').waitFor()
  await mustBecome(page, course, ['Leaves / Light / Water / Air', 'Roots / Soil', 'Seeds'])
  await row(page, 'Water').waitFor()
  mustBeQuiet(page)
  await page.context().close()
})

test('a module is deleted from the outline with its lessons, and Undo restores it', async () => {
  const { page, course } = await openOutline(plants)
  await pressMenu(page, 'Roots', 'Delete')
  await page.getByText('“Roots” with its 1 lesson deleted.').waitFor()
  await mustBecome(page, course, ['Leaves / Light / Water / Air', 'Seeds'])
  await row(page, 'Roots').waitFor({ state: 'detached' })
  await row(page, 'Seeds').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Control+z')
  await mustBecome(page, course, ['Leaves / Light / Water / Air', 'Roots / Soil', 'Seeds'])
  await row(page, 'Roots').waitFor()

  // The module of the lesson that is open: the page goes on to the next lesson that is left.
  await row(page, 'Leaves').focus()
  await page.keyboard.press('Delete')
  await page.getByRole('heading', { level: 1, name: 'Soil' }).waitFor()
  await mustBecome(page, course, ['Roots / Soil', 'Seeds'])
  mustBeQuiet(page)
  await page.context().close()
})

test('a new title that is pressed while it is saved is opened after that', async () => {
  const { page } = await openOutline(plants)
  await delayRequests(page, 'PutCourseTree')
  await row(page, 'Air').focus()
  await page.keyboard.press('Insert')
  await field(page).fill('Wind')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await row(page, 'Wind').getByText('Saving …').waitFor()
  await row(page, 'Wind').click()
  await page.getByRole('heading', { level: 1, name: 'Wind' }).waitFor()
  mustBeQuiet(page)
  await page.context().close()
})

test('a new title whose answer was lost exists once when it is saved again, with the words that it has then', async () => {
  const { page, course } = await openOutline(plants)
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('PutCourseTree')) return route.fallback()
    await route.fetch()
    return route.abort()
  })
  await row(page, 'Air').focus()
  await page.keyboard.press('Insert')
  await field(page).fill('Wind')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await row(page, 'Wind').getByText('Not saved').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await row(page, 'Wind').filter({ hasText: 'Not saved' }).click()
  await field(page).fill('Storm')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await mustBecome(page, course, ['Leaves / Light / Water / Air / Storm', 'Roots / Soil', 'Seeds'])
  await expect.poll(() => row(page, 'Storm').count()).toBe(1)
  await row(page, 'Wind').waitFor({ state: 'detached' })
  await page.context().close()
})

test('a press opens a lesson, a double press renames it, and what was typed in the lesson before is kept', async () => {
  const { page, course } = await openOutline(plants)
  await page.getByRole('grid', { name: 'Blocks' }).getByRole('row').first().click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Very')
  await row(page, 'Soil').click()
  await page.getByRole('heading', { level: 1, name: 'Soil' }).waitFor()
  expect(await row(page, 'Soil').getAttribute('aria-current')).toBe('page')
  await row(page, 'Light').click()
  await page.getByRole('grid', { name: 'Blocks' }).getByText('Very').waitFor()
  await row(page, 'Air').dblclick()
  await page.getByRole('heading', { level: 1, name: 'Air' }).waitFor()
  await field(page).fill('Wind')
  await page.keyboard.press('Enter')
  await mustBecome(page, course, ['Leaves / Light / Water / Wind', 'Roots / Soil', 'Seeds'])
  await page.getByRole('link', { name: /Previous lesson/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Water' }).waitFor()
  expect(await row(page, 'Water').getAttribute('aria-current')).toBe('page')
  await mustBeAccessible(page)

  await page.getByRole('button', { name: 'Hide the outline' }).click()
  await expect.poll(() => focused(page)).toBe('Show the outline')
  await page.reload()
  await page.getByRole('button', { name: 'Show the outline' }).click()
  await row(page, 'Water').waitFor()
  mustBeQuiet(page)
  await page.context().close()
})

test('on a telephone, a button opens the outline as a panel, which closes when a lesson is pressed', async () => {
  const { page, course } = await openOutline(plants, 390)
  await page.getByRole('button', { name: 'Outline', exact: true }).click()
  await row(page, 'Leaves').waitFor()
  await mustBeAccessible(page)
  expect((await row(page, 'Soil').boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await pressMenu(page, 'Soil', 'Add a lesson below')
  await field(page).fill('Sand')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await mustBecome(page, course, ['Leaves / Light / Water / Air', 'Roots / Soil / Sand', 'Seeds'])
  await row(page, 'Sand').tap()
  await page.getByRole('heading', { level: 1, name: 'Sand' }).waitFor()
  await tree(page).waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  mustBeQuiet(page)
  await page.context().close()
})

test('an outline of 300 modules with 5 lessons each shows the module of the lesson, and a key is answered at once', async () => {
  const modules = Array.from({ length: 300 }, (_, index) => ({
    name: `Module ${index}`,
    lessons: Array.from({ length: 5 }, (__, at) => ({ name: `Lesson ${index}.${at}` })),
  }))
  const { page } = await openOutline(modules)
  await row(page, 'Lesson 0.4').waitFor()
  expect(await tree(page).getByRole('row').count()).toBe(305)
  await row(page, 'Module 299').focus()
  await page.keyboard.press('ArrowRight')
  await row(page, 'Lesson 299.4').waitFor()
  const times = await page.evaluate(async () => {
    const measured: number[] = []
    for (let count = 0; count < 20; count++) {
      const start = performance.now()
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }))
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
      measured.push(performance.now() - start)
    }
    return measured.sort((a, b) => a - b)
  })
  console.log(`outline: median of ${Math.round(times[10]!)} ms a key`)
  expect(times[10]).toBeLessThan(100)
  mustBeQuiet(page)
  await page.context().close()
})
