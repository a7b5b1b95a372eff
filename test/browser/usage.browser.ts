import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn, takeScreenshots } from './browser.ts'
import { type Service, startService } from './service.ts'

let browser: Browser
let service: Service
let page: Page
beforeAll(async () => {
  ;[browser, service] = await Promise.all([openBrowser(), startService({ RATE_LIMIT_PROFESSIONAL: '60' })])
  page = await openPage(browser, service.url)
  await signIn(page, '/usage')
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

test('the usage page shows the plan, the requests left in the minute, and a chart of requests', async () => {
  await page.getByText('60 requests per minute').waitFor()
  await page.getByText('Nothing was generated in this time.').waitFor()
  // The service stores its counts every two seconds.
  await page.waitForResponse(async (response) => /"requests":[1-9]/.test(await response.text().catch(() => '')), {
    timeout: 90_000,
  })
  await page.getByRole('img', { name: /^Requests, last 7 days: [1-9]/ }).waitFor()
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Show table' }).first().click()
  await page.getByRole('columnheader', { name: 'Failed' }).waitFor()
  await mustBeAccessible(page)
})

test('the time range of the charts can be selected', async () => {
  await page.getByRole('button', { name: /Last 7 days/ }).click()
  await page.getByRole('option', { name: 'Last 24 hours' }).click()
  await page.getByRole('button', { name: /Last 24 hours/ }).waitFor()
  mustBeQuiet(page)
})

test('generations without tokens are counted as generations only', async () => {
  const fresh = await openPage(browser, service.url, { storageState: await page.context().storageState() })
  await fresh.route('**/graphql', async (route) => {
    const response = await route.fetch()
    const answer = JSON.parse(await response.text()) as { data?: { aiUsage?: Record<string, unknown> } }
    const day = { day: new Date().toISOString().slice(0, 10), inputTokens: 0, outputTokens: 0, generations: 2 }
    if (answer.data?.aiUsage) answer.data.aiUsage.days = [day]
    await route.fulfill({ response, body: JSON.stringify(answer) })
  })
  await fresh.goto('/usage')
  await fresh.getByText(/^2 generations\. The built-in writer/).waitFor()
  await fresh.getByText('No tokens in this time.').waitFor()
  expect(await fresh.getByText(/\b0 tokens in/).count()).toBe(0)
  expect(await fresh.getByText('Nothing was generated').count()).toBe(0)
  mustBeQuiet(fresh)
  await fresh.context().close()
})

/** Replaces the usage in a response by a month of requests and tokens. */
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

test('the charts of requests and AI tokens have a text alternative with their totals', async () => {
  const fresh = await openPage(browser, service.url, { storageState: await page.context().storageState() })
  await fresh.route('**/graphql', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: withHistory(await response.text()) })
  })
  await fresh.goto('/usage')
  await fresh.getByRole('img', { name: /^Requests, last 7 days: 130,112/ }).waitFor()
  await fresh.getByRole('img', { name: /okens/ }).waitFor()
  await fresh.getByText('Today, 42,180 of 500,000 tokens are used.').waitFor()
  await mustBeAccessible(fresh)
  await takeScreenshots(fresh, 'usage')
  mustBeQuiet(fresh)
  await fresh.context().close()
})

test('when the rate limit is exceeded the page says when requests are possible again', async () => {
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
  for (let asked = 0; asked < 80; asked++) if ((await ask()).status === 429) break
  expect((await ask()).status).toBe(429)
  await page.getByRole('link', { name: 'API Keys' }).click()
  await page
    .getByText(/The workspace has used all its requests for this minute. The next ones are possible in \d+ s./)
    .waitFor()
  await mustBeAccessible(page)
  await service.stop()
  await service.start()
})
