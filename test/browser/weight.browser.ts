import { stat } from 'node:fs/promises'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage, signIn } from './browser.ts'
import { ask, seedCourse } from './courses.ts'
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

const maxBytes = 200_000
const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)

/** Records the scripts that a page loads, and returns their size as transferred. */
function recordScripts(page: Page) {
  const requests: Request[] = []
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('.js')) requests.push(request)
  })
  const pathOf = (request: Request) => new URL(request.url()).pathname
  return {
    paths: () => requests.map(pathOf),
    bytes: async () =>
      sum((await Promise.all(requests.map((request) => request.sizes()))).map((of) => of.responseBodySize)),
  }
}

/** Opens a page with nothing in its cache, as the user of another page. */
async function openTwice(): Promise<{ other: Page; page: Page }> {
  const other = await openPage(browser, service.url)
  await signIn(other)
  const storageState = await other.context().storageState()
  return { other, page: await openPage(browser, service.url, { storageState }) }
}

test('the sign-in page loads less than 200 KB of JavaScript, with Brotli and with gzip', async () => {
  const page = await openPage(browser, service.url)
  const scripts = recordScripts(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in as the demo person' }).waitFor()
  expect(scripts.paths().length).toBeGreaterThan(1)
  expect(await scripts.bytes()).toBeLessThan(maxBytes)
  const gzipped = await Promise.all(scripts.paths().map((path) => stat(`dist/web${path}.gz`)))
  expect(sum(gzipped.map(({ size }) => size))).toBeLessThan(maxBytes)
})

test('the home page with all prefetched pages loads less than 210 KB of JavaScript', async () => {
  const { page } = await openTwice()
  const scripts = recordScripts(page)
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Welcome, Demo' }).waitFor()
  const prefetched = () =>
    scripts.paths().filter((path) => /\/(HomePage|CourseListPage|UsagePage|ConnectPage|ApiKeysPage)-/.test(path))
  await expect.poll(prefetched, { timeout: 60_000 }).toHaveLength(5)
  await page.waitForLoadState('networkidle')
  expect(await scripts.bytes()).toBeLessThan(210_000)
})

test('the lesson editor with a block of every type loads less than 420 KB of JavaScript before the author does anything', async () => {
  const { other, page } = await openTwice()
  const { id, modules } = await seedCourse(other)
  const lessonId = modules[0]!.lessons[0]!.id
  await page.route('https://example.com/**', (route) => route.abort())
  const scripts = recordScripts(page)
  await page.goto(`/courses/${id}/lessons/${lessonId}/edit`)
  await page.getByText('Check answers').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  expect(scripts.paths().filter((path) => path.includes('/RichTextEditor-'))).toEqual([])
  expect(await scripts.bytes()).toBeLessThan(420_000)
  await page.mouse.move(300, 300)
  await expect.poll(() => scripts.paths().filter((path) => path.includes('/RichTextEditor-'))).toHaveLength(1)
  expect(scripts.paths().filter((path) => path.includes('/formula-'))).toEqual([])
  await ask(
    other,
    'mutation ($id: ID!, $input: CreateBlockInput!) { createBlock(lessonId: $id, input: $input) { id } }',
    { id: lessonId, input: { type: 'text', content: { text: 'Area: $a^2$' } } },
  )
  await page.reload()
  await page.locator('math').waitFor()
  expect(scripts.paths().filter((path) => path.includes('/formula-'))).toHaveLength(1)
})

test('the first requests of a page are sent before the code of the dashboard has arrived, and once', async () => {
  const { other, page } = await openTwice()
  const { id, modules } = await seedCourse(other)
  const lessonId = modules[0]!.lessons[0]!.id
  await page.route('https://example.com/**', (route) => route.abort())
  const sent: string[] = []
  let seeLesson = () => {}
  const isLessonSent = new Promise<void>((resolve) => {
    seeLesson = resolve
  })
  page.on('request', (request) => {
    const name = /query (\w+)/.exec(request.postData() ?? '')?.[1]
    if (name) sent.push(name)
    if (name === 'Lesson') seeLesson()
  })
  await page.route(/\/assets\/index-(?!early|explore)[^/]*\.js$/, async (route) => {
    await isLessonSent
    await route.continue()
  })
  await page.goto(`/courses/${id}/lessons/${lessonId}/edit`)
  await page.getByText('Check answers').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  const first = ['Viewer', 'Outline', 'Lesson']
  expect(sent.slice(0, 3)).toEqual(first)
  expect(sent.slice(3).filter((name) => first.includes(name))).toEqual([])
})
