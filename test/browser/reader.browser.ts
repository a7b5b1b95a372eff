import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage } from './browser.ts'
import { type Service, startNewService } from './service.ts'

let service: Service
let browser: Browser
let address: string
beforeAll(async () => {
  service = await startNewService()
  browser = await openBrowser()
  address = /\/learn\/[0-9a-f]{12}\/[a-z0-9-]+/.exec(service.printed())![0]
})
afterAll(async () => {
  await browser?.close()
  await service?.close()
})

const openLesson = async (page: Page, name: string) => {
  await page.goto(address)
  await page.getByRole('navigation', { name: 'Lessons' }).getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

test('every page of the sample course is accessible and quiet, in the light and in the dark theme', async () => {
  const page = await openPage(browser, service.url)
  await page.goto(address)
  await mustBeAccessible(page)
  const links = page.getByRole('navigation', { name: 'Lessons' }).getByRole('link')
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
  expect(paths).toHaveLength(8)
  for (const path of paths) {
    await page.goto(path)
    await mustBeAccessible(page)
  }
  mustBeQuiet(page)
})

test('a learner without scripts reads the lessons in order and checks a quiz', async () => {
  const page = await openPage(browser, service.url, { javaScriptEnabled: false })
  await page.goto(address)
  await page.getByRole('link', { name: 'Start with the first lesson' }).click()
  await page.getByRole('heading', { level: 1, name: 'Look first, read later' }).waitFor()
  await page.getByRole('link', { name: /^Next:/ }).click()
  await openLesson(page, 'A hammer and a feather')
  await page.getByLabel('No air held the feather back.').check()
  await page.getByRole('button', { name: 'Check answers' }).click()
  await page.getByText('Score: 1 of 1 point. Passed.').waitFor()
})

test('with scripts a quiz is checked in its place, and the browser keeps which lessons were read', async () => {
  const page = await openPage(browser, service.url)
  await openLesson(page, 'A hammer and a feather')
  const before = page.url()
  await page.getByLabel('On the Moon both weigh nothing.').check()
  await page.getByRole('button', { name: 'Check answers' }).click()
  await page.getByText('What weighs nothing does not fall at all.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Score: 0 of 1/)
  expect(page.url()).toBe(before)
  await page.getByRole('link', { name: /^Next:/ }).scrollIntoViewIfNeeded()
  await page.getByText('1 of 8 lessons read').waitFor()
  await page.goto(address)
  await page.getByText('1 of 8 lessons read').waitFor()
  mustBeQuiet(page)
})

test('the page of a lesson fits a narrow screen', async () => {
  const page = await openPage(browser, service.url, { viewport: { width: 360, height: 740 } })
  await openLesson(page, 'Look first, read later')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
})
