import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { startServer } from '../process.ts'
import { service } from '../servers.ts'
import { createLargeOutline, createLongLesson, publishLesson } from './courses.ts'
import { measureClicks, measureTyping, readLargestPaint, slowDown, type Times } from './frames.ts'

const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
)
const args = ['--no-sandbox', '--disable-gpu']

const print = (name: string, times: Times) =>
  console.log(`${name.padEnd(72)} ${times.median.toFixed(0).padStart(6)} ms  (at most ${times.most.toFixed(0)})`)

async function openPage(browser: Browser, baseURL: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, ...options })
  await context.route('https://example.com/**', (route) => route.abort())
  const page = await context.newPage()
  page.setDefaultTimeout(180_000)
  return page
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in as the demo person' }).click()
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
}

async function openLesson(page: Page, courseId: string, lessonId: string, query = ''): Promise<void> {
  await page.goto(`/courses/${courseId}/lessons/${lessonId}/edit${query}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
}

const cursorToEnd = (page: Page) => page.keyboard.press('Control+End')

async function measureLongLesson(page: Page): Promise<void> {
  const { id, modules } = await createLongLesson(page)
  const lesson = modules[0]!.lessons[0]!
  const findBlock = (type: string) => lesson.blocks.find((block) => block.type === type)!.id
  const field = (name: string) => page.getByRole('group', { name: /^Edit / }).getByLabel(name, { exact: true })
  for (const [type, label] of [
    ['text', 'Text'],
    ['code', 'Code'],
    ['image', 'Image URL'],
  ] as const) {
    await openLesson(page, id, lesson.id, `?block=${findBlock(type)}`)
    await field(label).click()
    await cursorToEnd(page)
    print(
      `A key in the form of ${type === 'image' ? 'an image' : `a ${type} of 24 KB`}, 500 blocks`,
      await measureTyping(page),
    )
    await page.keyboard.press('Control+Enter')
  }
  await openLesson(page, id, lesson.id)
  const rows = page.getByRole('grid', { name: 'Blocks' }).getByRole('row')
  const writing = '.ProseMirror-focused'
  // The preview is inert, so the row gets the clicks.
  const text = rows.nth(4)
  await text.click()
  await page.locator(writing).waitFor()
  await cursorToEnd(page)
  print('A key in a text that is written in place, 500 blocks', await measureTyping(page))
  await page.keyboard.press('Escape')
  const close = () => page.keyboard.press('Escape')
  const open = { target: text, shown: writing, back: close }
  print('A click that begins to write in a text, 500 blocks', await measureClicks(page, open))
  const form = { target: rows.nth(7).getByRole('button', { name: /^Edit / }), shown: '[data-block-form]', back: close }
  print('A click that opens the form of a code, 500 blocks', await measureClicks(page, form))
  const menu = { target: rows.nth(7).getByRole('button', { name: /^More/ }), shown: '[role=menu]', back: close }
  print('A click that opens the menu of a block, 500 blocks', await measureClicks(page, menu))
  const goBack = async () => {
    await page.goBack()
    await rows.nth(400).waitFor()
  }
  const previousLink = 'nav[aria-label="Previous and next lesson"] a > svg:first-child'
  const next = { target: page.getByRole('link', { name: /^Next lesson/ }), shown: previousLink, back: goBack }
  print('A click that goes to the next lesson, from 500 blocks', await measureClicks(page, next, 3))
}

async function measureOutline(page: Page): Promise<void> {
  const { id, modules } = await createLargeOutline(page)
  await openLesson(page, id, modules[0]!.lessons[0]!.id)
  await page.getByRole('treegrid').getByRole('row', { name: 'Lesson 1.2', exact: true }).dblclick()
  await page.getByRole('treegrid').getByRole('textbox').waitFor()
  print('A key in a title of the outline, 300 modules of five lessons', await measureTyping(page))
  await page.keyboard.press('Escape')
}

async function measureLoading(browser: Browser, url: string, page: Page): Promise<void> {
  const { course, path } = await publishLesson(page)
  const storageState = await page.context().storageState()
  const lessonId = course.modules[0]!.lessons[0]!.id
  const text = 'A leaf turns'
  for (const [name, address, content] of [
    ['Home page', '/', 'Recent courses'],
    ['Lesson editor of 20 blocks', `/courses/${course.id}/lessons/${lessonId}/edit`, text],
    ['Published lesson of 20 blocks', `${path}/${lessonId}`, text],
  ] as const) {
    const times: number[] = []
    for (let round = 0; round < 3; round++) {
      const fresh = await openPage(browser, url, { storageState, viewport: { width: 390, height: 844 } })
      await slowDown(fresh)
      await fresh.goto(address)
      // While scripts run, the network is idle too.
      await fresh.getByText(content).first().waitFor()
      await fresh.waitForLoadState('networkidle')
      await fresh.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
      times.push(await readLargestPaint(fresh))
      await fresh.context().close()
    }
    const [median, most] = [times.toSorted((a, b) => a - b)[1]!, Math.max(...times)]
    print(`${name}: largest paint, slow 4G, a quarter of the CPU`, { median, most })
  }
}

/** Measures the dashboard in Chromium, and prints medians. */
async function run(): Promise<void> {
  execFileSync(process.execPath, ['scripts/dashboard/build.ts', '--if-stale'], { stdio: 'inherit' })
  const folder = await mkdtemp(join(tmpdir(), 'coursewright-bench-'))
  // The demo person exists in development only.
  const env = { DATA_DIR: join(folder, 'data'), NODE_ENV: 'development', LOG_LEVEL: 'error' }
  const running = await startServer({ ...service, env, ready: '/health/ready', log: join(folder, 'service.log') })
  const url = running.url.replace('127.0.0.1', 'localhost')
  const browser = await chromium.launch({ executablePath, args })
  try {
    const page = await openPage(browser, url)
    await signIn(page)
    await measureLongLesson(page)
    await measureOutline(page)
    await measureLoading(browser, url, page)
  } finally {
    await browser.close()
    await running.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

await run()
