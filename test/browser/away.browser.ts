import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, openBrowser, openPage, signIn } from './browser.ts'
import { type Service, startService } from './service.ts'

let browser: Browser
let service: Service
let page: Page
beforeAll(async () => {
  ;[browser, service] = await Promise.all([openBrowser(), startService()])
  page = await openPage(browser, service.url)
  await signIn(page, '/settings/api-keys')
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

test('while the service is stopped a form says so and keeps its text, and it can be submitted after a restart', async () => {
  await page.getByRole('button', { name: 'Create API Key' }).click()
  await page.getByLabel('Name').fill('Typed before the service went')
  await service.stop()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
  await mustBeAccessible(page)
  expect(await page.getByLabel('Name').inputValue()).toBe('Typed before the service went')
  await service.start()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Copy the key now').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Typed before the service went').waitFor()
})

test('a page that is opened while the service is stopped loads without a reload after a restart', async () => {
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('heading', { name: 'Welcome, Demo' }).waitFor()
  await service.stop()
  await page.getByRole('link', { name: 'Usage' }).click()
  await page.getByRole('status').getByText('The service cannot be reached.').waitFor()
  await mustBeAccessible(page)
  await service.start()
  await page.getByText('6,000 requests per minute').waitFor({ timeout: 60_000 })
  await expect.poll(() => page.getByText('The service cannot be reached.').count()).toBe(0)
})

const usagePageCode = '**/UsagePage-*.js'

test('a page whose code failed to load earlier opens without an error', async () => {
  await page.route(usagePageCode, (route) => route.abort('connectionrefused'))
  let failures = 0
  page.on('requestfailed', (request) => {
    if (request.url().includes('/UsagePage-')) failures += 1
  })
  await page.goto('/')
  // Vite first preloads the code and then imports it. Chromium makes one request of both while the first is on its way.
  await expect.poll(() => failures).toBeGreaterThan(0)
  await page.unroute(usagePageCode)
  await page.getByRole('link', { name: 'Usage' }).click()
  await page.getByText('6,000 requests per minute').waitFor()
})

test('a page whose code fails to load again and again says so', async () => {
  await page.goto('/')
  await page.evaluate(() => sessionStorage.clear())
  await page.route(usagePageCode, (route) => route.abort('connectionrefused'))
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1
  })
  await page.goto('/usage')
  await page.getByRole('alert').getByText('This page has failed').waitFor()
  expect(documents).toBe(2)
  await mustBeAccessible(page)
  await page.unroute(usagePageCode)
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByText('6,000 requests per minute').waitFor()
})
