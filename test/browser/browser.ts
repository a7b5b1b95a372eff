import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { expect } from 'vitest'

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args })

/** What a page said that it should not: errors of scripts, refusals by the Content-Security-Policy. */
const complaints = new WeakMap<Page, string[]>()

/** A page as a person has it, with a memory of what went wrong in it. */
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
  const said: string[] = []
  complaints.set(page, said)
  page.on('pageerror', (error) => said.push(error.message))
  page.on('console', (message) => {
    // A refused request is the service's answer and told to the person; the policy's and React's words are for us.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) said.push(message.text())
  })
  page.setDefaultTimeout(30_000)
  return page
}

/** @throws what the page complained about */
export const mustBeQuiet = (page: Page) => expect(complaints.get(page)).toEqual([])

/** Signs the demo person in, and comes to `path`. */
export async function signIn(page: Page, path = '/'): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: 'Sign in as the demo person' }).click()
  await page.getByRole('navigation', { name: 'Main' }).or(page.getByLabel('Open navigation')).first().waitFor()
}

/** Waits until colours have faded from one scheme to the other, where a style makes them. */
const settleColours = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(fading.map(({ finished }) => finished))
  })

/** What is not ours to mend: the rule that is broken, and what alone may break it. */
const borrowed = [
  // GraphiQL's tabs hold the button that selects and the one that closes them.
  { rule: 'nested-interactive', what: '.graphiql-tab' },
]

/** No violation of WCAG 2.2 AA that axe can find, in the light and in the dark. */
export async function mustBeAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settleColours(page)
    // By the debugger's way in: the page's own policy allows no foreign script.
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(axePath, 'utf8'))
    const violations = await page.evaluate(
      async ([tags, allowed]) => {
        const { axe } = window as unknown as { axe: typeof import('axe-core') }
        const { violations: found } = await axe.run(document, { runOnly: { type: 'tag', values: tags } })
        const isAllowed = (id: string, target: string) =>
          allowed.some(({ rule, what }) => rule === id && document.querySelector(target)?.matches(what))
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
      [wcag, borrowed] as const,
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
const folder = process.env.SCREENSHOTS

/** Takes a page's picture at three widths, and in the dark, where `SCREENSHOTS` names a folder; `shown` is in each. */
export async function takeScreenshots(page: Page, name: string, shown?: Locator): Promise<void> {
  if (!folder) return
  await mkdir(folder, { recursive: true })
  for (const { width, height, colorScheme } of views) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    await page.evaluate(() => document.fonts.ready)
    await shown?.scrollIntoViewIfNeeded()
    await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), animations: 'disabled' })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}
