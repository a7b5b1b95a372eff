import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn } from './browser.ts'
import { finishBlock, seedCourse } from './courses.ts'
import { type Service, startService } from './service.ts'

let browser: Browser
let service: Service
beforeAll(async () => {
  ;[browser, service] = await Promise.all([openBrowser(), startService({ DEVELOPMENT_TOKEN_SECONDS: '8' })])
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

/** Returns the ID token in the browser's storage; undefined if nobody is signed in. */
const keptToken = (page: Page) =>
  page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.startsWith('oidc.user'))
    return name && (JSON.parse(localStorage.getItem(name) ?? '{}').id_token as string)
  })

const renewalTimeout = { timeout: 60_000 }

test('a session is renewed in the background before its token expires, and the page keeps its state', async () => {
  const page = await openPage(browser, service.url)
  const other = await page.context().newPage()
  await signIn(page, '/settings/api-keys')
  await page.getByRole('button', { name: 'Create API Key' }).click()
  await page.getByLabel('Name').fill('Typed across a renewal')
  await other.goto('/')
  await other.getByRole('heading', { name: 'Welcome, Demo' }).waitFor()
  const tokens = new Set([await keptToken(page)])
  for (const renewals of [1, 2]) {
    await expect.poll(async () => tokens.add(await keptToken(page)).size, renewalTimeout).toBe(renewals + 1)
  }
  expect(await page.getByLabel('Name').inputValue()).toBe('Typed across a renewal')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Copy the key now').waitFor()
  expect(await other.getByRole('heading', { name: 'Welcome, Demo' }).count()).toBe(1)
  mustBeQuiet(page)
})

test('a user whose session is not renewed signs in again and returns to the same page with the same text', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const { id, modules } = await seedCourse(page)
  await page.goto(`/courses/${id}/lessons/${modules[0]!.lessons[0]!.id}/edit`)
  await page
    .getByRole('button', { name: /^Markdown source of “Text/ })
    .first()
    .click()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.waitFor()
  const { href } = new URL(page.url())
  // Without a request, the expired token changes nothing on the page. A renewal that is under way returns the cookies.
  const isSessionOver = async () => {
    await page.context().clearCookies()
    return isExpired((await keptToken(page))!)
  }
  await expect.poll(isSessionOver, renewalTimeout).toBe(true)
  await text.fill('Written when the session ended.')
  await page.getByText('Your session has expired.').waitFor()
  await mustBeAccessible(page)
  expect(page.url()).toBe(href)
  await page.getByRole('button', { name: 'Sign in as the demo person' }).click()
  await text.waitFor()
  expect(page.url()).toBe(href)
  expect(await text.inputValue()).toBe('Written when the session ended.')
  await finishBlock(page)
  await page.getByRole('grid', { name: 'Blocks' }).getByText('Written when the session ended.').waitFor()
  mustBeQuiet(page)
})

test('a user stays signed in while the service is stopped and the token expires', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page, '/settings/api-keys')
  await page.getByRole('button', { name: 'Create API Key' }).click()
  await page.getByLabel('Name').fill('Typed while the service was away')
  await service.stop()
  const token = await keptToken(page)
  await expect.poll(() => isExpired(token!), renewalTimeout).toBe(true)
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
  await service.start()
  expect(await page.getByLabel('Name').inputValue()).toBe('Typed while the service was away')
})

function isExpired(token: string): boolean {
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { exp: number }
  return exp * 1000 < Date.now()
}
