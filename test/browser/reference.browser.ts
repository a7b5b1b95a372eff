import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn, takeScreenshots } from './browser.ts'
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

async function newKey(): Promise<string> {
  const page = await openPage(browser, service.url)
  await signIn(page, '/settings/api-keys')
  await page.getByRole('button', { name: 'Create API Key' }).click()
  await page.getByLabel('Name').fill('Reference')
  await page.getByRole('button', { name: 'Create key' }).click()
  return (await page.getByTestId('key-value').textContent()) ?? ''
}

test('the reference page sends a request with an API key, and loads nothing from other origins', async () => {
  const key = await newKey()
  const page = await openPage(browser, service.url)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/docs')
  await page.getByRole('heading', { name: /Coursewright/ }).waitFor()
  await mustBeAccessible(page)
  await takeScreenshots(page, 'reference')
  await page.getByRole('button', { name: 'Authorize', exact: true }).click()
  await mustBeAccessible(page)
  await page.locator('.auth-container input').first().fill(key)
  await page.getByRole('button', { name: 'Authorize with this credential' }).first().click()
  await page.getByRole('button', { name: 'Close' }).first().click()

  const operation = page.locator('#operations-Courses-createCourse')
  await operation.getByRole('button', { name: 'Creates a course' }).click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  const answer = operation.locator('.live-responses-table')
  await answer.getByText('"name": "Botany"').first().waitFor()
  expect(await answer.locator('.response-col_status').last().textContent()).toContain('201')
  await mustBeAccessible(page)

  expect(asked.filter((url) => !url.startsWith(`${service.url}/`) && !url.startsWith('data:'))).toEqual([])
  mustBeQuiet(page)
})
