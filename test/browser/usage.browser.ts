import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn, takeScreenshots } from './browser.ts'
import { type Service, startService } from './service.ts'

let browser: Browser
let service: Service
let page: Page
beforeAll(async () => {
  ;[browser, service] = await Promise.all([openBrowser(), startService({ RATE_LIMIT_PROFESSIONAL: '30' })])
  page = await openPage(browser, service.url)
  await signIn(page, '/usage')
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

test('usage shows the plan, what is left of the minute, and requests over time', async () => {
  await page.getByText('30 requests a minute').waitFor()
  await page.getByText('Nothing was written with AI in this time.').waitFor()
  // Counts are written every two seconds.
  await page.waitForResponse(async (response) => /"requests":[1-9]/.test(await response.text().catch(() => '')), {
    timeout: 40_000,
  })
  await page.getByRole('img', { name: /^Requests, last 7 days: [1-9]/ }).waitFor()
  await mustBeAccessible(page)
  await takeScreenshots(page, 'usage')
  await page.getByRole('button', { name: 'Show the figures' }).first().click()
  await page.getByRole('columnheader', { name: 'Refused or failed' }).waitFor()
  await mustBeAccessible(page)
})

test('the time that is looked at can be chosen', async () => {
  await page.getByRole('button', { name: /Last 7 days/ }).click()
  await page.getByRole('option', { name: 'Last 24 hours' }).click()
  await page.getByRole('button', { name: /Last 24 hours/ }).waitFor()
  mustBeQuiet(page)
})

test('when the limit is used up the page says how long it lasts', async () => {
  const session = await page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.startsWith('oidc.user'))
    return JSON.parse(localStorage.getItem(name ?? '') ?? '{}').id_token as string
  })
  const ask = () =>
    fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${session}` },
      body: '{"query":"{ viewer { plan } }"}',
    })
  for (let asked = 0; asked < 40; asked++) if ((await ask()).status === 429) break
  expect((await ask()).status).toBe(429)
  await page.getByRole('link', { name: 'API Keys' }).click()
  await page.getByText(/The workspace has used up its requests for this minute. It goes on in \d+ s./).waitFor()
  await mustBeAccessible(page)
  await service.stop()
  await service.start()
})
