import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeQuiet, openBrowser, openPage, signIn } from './browser.ts'
import { type Service, startService } from './service.ts'

let browser: Browser
let service: Service
beforeAll(async () => {
  const env = { DEVELOPMENT_TOKEN_SECONDS: '8', OIDC_SCOPE: 'openid profile email offline_access' }
  ;[browser, service] = await Promise.all([openBrowser(), startService(env)])
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

type Kept = { id_token: string; refresh_token?: string }

/** Returns the tokens in the browser's storage. */
const keptTokens = (page: Page) =>
  page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.startsWith('oidc.user'))
    return JSON.parse(localStorage.getItem(name ?? '') ?? '{}') as Kept
  })

test('with offline_access the session is renewed by refresh token, without the provider’s cookies', async () => {
  const page = await openPage(browser, service.url)
  const grants: (string | null)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/dev/oidc/token'))
      grants.push(new URLSearchParams(request.postData() ?? '').get('grant_type'))
  })
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/dev/oidc/auth')
  await signIn(page)
  // OpenID Connect Core 1.0, section 11: providers ignore offline_access without consent.
  expect(new URL((await asked).url()).searchParams.get('prompt')).toBe('consent')
  const first = await keptTokens(page)
  expect(first.refresh_token).toBeTruthy()
  await page.context().clearCookies()
  await expect.poll(async () => (await keptTokens(page)).id_token, { timeout: 60_000 }).not.toBe(first.id_token)
  expect(grants.slice(0, 2)).toEqual(['authorization_code', 'refresh_token'])
  const second = await keptTokens(page)
  await expect.poll(async () => (await keptTokens(page)).id_token, { timeout: 60_000 }).not.toBe(second.id_token)
  await page.getByRole('link', { name: 'Courses' }).first().click()
  await page.getByRole('button', { name: 'Create course' }).first().waitFor()
  mustBeQuiet(page)
})
