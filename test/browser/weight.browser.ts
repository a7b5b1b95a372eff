import { stat } from 'node:fs/promises'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage, signIn } from './browser.ts'
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

const budget = 200_000
const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)

/** Notes each script file that a page fetches, and gives their bytes as they came over the wire. */
function weigh(page: Page) {
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

test('the first view is under 200 KB of JavaScript, packed by Brotli and by gzip', async () => {
  const page = await openPage(browser, service.url)
  const scripts = weigh(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in as the demo person' }).waitFor()
  expect(scripts.paths().length).toBeGreaterThan(1)
  expect(await scripts.bytes()).toBeLessThan(budget)
  const gzipped = await Promise.all(scripts.paths().map((path) => stat(`dist/web${path}.gz`)))
  expect(sum(gzipped.map(({ size }) => size))).toBeLessThan(budget)
})

test('the home page with all that is fetched ahead behind it is under 200 KB, too', async () => {
  const other = await openPage(browser, service.url)
  await signIn(other)
  const page = await openPage(browser, service.url, { storageState: await other.context().storageState() })
  const scripts = weigh(page)
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Welcome, Demo' }).waitFor()
  const areas = () => scripts.paths().filter((path) => /\/(Home|Courses|Usage|Connect|ApiKeys)-/.test(path))
  await expect.poll(areas, { timeout: 60_000 }).toHaveLength(5)
  await page.waitForLoadState('networkidle')
  expect(await scripts.bytes()).toBeLessThan(budget)
})
