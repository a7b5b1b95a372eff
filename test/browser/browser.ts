import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Connects to the Chromium of this run. Closing the connection closes its pages. */
export const openBrowser = (): Promise<Browser> => chromium.connect(inject('chromium'))

/** The errors in each page's console: exceptions and violations of the Content-Security-Policy. */
const consoleErrors = new WeakMap<Page, string[]>()

/** Opens a page in a new browser context and records its console errors. */
export async function openPage(browser: Browser, baseURL: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
    ...options,
  })
  const page = await context.newPage()
  const errors: string[] = []
  consoleErrors.set(page, errors)
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    // Failed requests are part of some tests, and the page shows them to the user.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) errors.push(message.text())
  })
  page.setDefaultTimeout(30_000)
  return page
}

/** Expects that the page has no console errors. */
export const mustBeQuiet = (page: Page) => expect(consoleErrors.get(page)).toEqual([])

/** Signs in the demo person and opens `path`. */
export async function signIn(page: Page, path = '/'): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: 'Sign in as the demo person' }).click()
  await page.getByRole('navigation', { name: 'Main' }).or(page.getByLabel('Open navigation')).first().waitFor()
}

/** Waits for the colour transitions after a change of the theme. */
const waitForTransitions = (page: Page) =>
  page.evaluate(async () => {
    let fading: Animation[]
    // When an inherited colour has changed, the transitions of the elements within begin.
    do {
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
      fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
      await Promise.allSettled(fading.map(({ finished }) => finished))
    } while (fading.length > 0)
  })

/** Accepted violations in code of other projects: the rule, and the elements that may violate it. */
const acceptedViolations = [
  // GraphiQL's tabs contain one button that selects and one that closes the tab.
  { rule: 'nested-interactive', selector: '.graphiql-tab' },
  // Swagger UI begins its parts and dialogs with headings of the third and fourth level.
  { rule: 'heading-order', selector: '.swagger-ui *' },
]

/** Returns the rules of axe that a page without a style sheet breaks: those of WCAG 2.2 AA, and its best practices. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(axePath, 'utf8'))
  return page.evaluate(
    async (tags) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const rules = { 'target-size': { enabled: false } }
      const { violations } = await axe.run(document, { runOnly: { type: 'tag', values: tags }, rules })
      return violations.map(({ id }) => id)
    },
    [...wcag, 'best-practice'],
  )
}

/** Expects that axe finds no violation of WCAG 2.2 AA and no skipped heading level, in the light and in the dark theme. */
export async function mustBeAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await waitForTransitions(page)
    // Evaluated by the debugger, because the page's policy allows no other scripts.
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(axePath, 'utf8'))
    const violations = await page.evaluate(
      async ([tags, allowed]) => {
        const { axe } = window as unknown as { axe: typeof import('axe-core') }
        const rules = { 'heading-order': { enabled: true } }
        const { violations: found } = await axe.run(document, { runOnly: { type: 'tag', values: tags }, rules })
        const isAllowed = (id: string, target: string) =>
          allowed.some(({ rule, selector }) => rule === id && document.querySelector(target)?.matches(selector))
        return found
          .map(({ id, help, nodes }) => ({
            id,
            help,
            where: nodes
              .filter(({ target }) => !isAllowed(id, String(target[0])))
              .map(({ html, failureSummary }) => ({ html, failureSummary })),
          }))
          .filter(({ where }) => where.length > 0)
      },
      [wcag, acceptedViolations] as const,
    )
    expect({ path: new URL(page.url()).pathname, colorScheme, violations }).toEqual({
      path: new URL(page.url()).pathname,
      colorScheme,
      violations: [],
    })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

const views = [
  { width: 360, height: 780, colorScheme: 'light' },
  { width: 768, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
] as const
const { SCREENSHOTS: folder, SCREENSHOTS_ALL: all } = process.env

/** The screenshots in the documentation. `SCREENSHOTS_ALL=1` takes every page in every view. */
const shownInDocuments = [
  'connect-1440-light',
  'courses-360-light',
  'editor-1440-light',
  'graphiql-1440-dark',
  'lesson-1440-light',
  'new-key-1440-light',
  'outline-1440-light',
  'publish-1440-light',
  'usage-1440-dark',
  'write-with-ai-1440-dark',
  'writing-1440-light',
]

/** Takes a screenshot as WebP, which Playwright's own method does not support. */
async function webpOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 85 })
  await session.detach()
  return Buffer.from(data, 'base64')
}

/**
 * Takes screenshots of a page at three widths and in both themes, if `SCREENSHOTS` names a folder. Scrolls to `shown`
 * first.
 */
export async function takeScreenshots(page: Page, name: string, shown?: Locator): Promise<void> {
  if (!folder) return
  const size = page.viewportSize()!
  await mkdir(folder, { recursive: true })
  for (const { width, height, colorScheme } of views) {
    const screenshot = `${name}-${width}-${colorScheme}`
    if (!all && !shownInDocuments.includes(screenshot)) continue
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    await page.evaluate(() => document.fonts.ready)
    await waitForTransitions(page)
    await shown?.scrollIntoViewIfNeeded()
    await writeFile(join(folder, `${screenshot}.webp`), await webpOf(page))
  }
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: 'light' })
}
