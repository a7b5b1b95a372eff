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
    timeout: 90_000,
  })
  await page.getByRole('img', { name: /^Requests, last 7 days: [1-9]/ }).waitFor()
  await mustBeAccessible(page)
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

/** A month of work, put into the service's answers: each hour has its requests, most days their tokens. */
function withHistory(text: string): string {
  const hourMs = 3_600_000
  const now = Math.floor(Date.now() / hourMs) * hourMs
  const hours = Array.from({ length: 30 * 24 }, (_, index) => {
    const requests = Math.round(180 + 120 * Math.sin(index / 3.8) + 60 * Math.sin(index / 29))
    return { hour: new Date(now - index * hourMs).toISOString(), requests, errors: index % 7 === 0 ? 14 : 2 }
  })
  const days = Array.from({ length: 30 }, (_, index) => ({
    day: new Date(now - index * 24 * hourMs).toISOString().slice(0, 10),
    inputTokens: 9000 + 4200 * ((index * 5) % 7),
    outputTokens: 21_000 + 6100 * ((index * 3) % 6),
    generations: 4 + (index % 5),
  }))
  const { data } = JSON.parse(text) as { data?: Record<string, Record<string, unknown>> }
  if (data?.usage) Object.assign(data.usage, { hours, requests: 130_112, errors: 2674 })
  if (data?.aiUsage) Object.assign(data.aiUsage, { days, budget: { limit: 500_000, used: 42_180 } })
  return JSON.stringify({ data })
}

test('requests and AI tokens are drawn over time, and told to who cannot see them', async () => {
  const fresh = await openPage(browser, service.url, { storageState: await page.context().storageState() })
  await fresh.route('**/graphql', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: withHistory(await response.text()) })
  })
  await fresh.goto('/usage')
  await fresh.getByRole('img', { name: /^Requests, last 7 days: 130,112/ }).waitFor()
  await fresh.getByRole('img', { name: /okens/ }).waitFor()
  await fresh.getByText('Today 42,180 of 500,000 tokens are used.').waitFor()
  await mustBeAccessible(fresh)
  await takeScreenshots(fresh, 'usage')
  mustBeQuiet(fresh)
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
