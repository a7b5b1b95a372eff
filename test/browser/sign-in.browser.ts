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

test('one click signs in the demo person and returns to the requested address', async () => {
  const page = await openPage(browser, service.url)
  await page.goto('/?from=a-shared-link')
  await page.getByRole('button', { name: 'Sign in as the demo person' }).waitFor()
  await mustBeAccessible(page)
  await takeScreenshots(page, 'sign-in')
  await signIn(page, '/?from=a-shared-link')
  await page.getByRole('heading', { level: 1, name: 'Welcome, Demo' }).waitFor()
  expect(page.url()).toBe(`${service.url}/?from=a-shared-link`)
  expect(await page.title()).toBe('Welcome, Demo · Coursewright')
  await mustBeAccessible(page)
  await takeScreenshots(page, 'home')
  mustBeQuiet(page)
})

test('a user stays signed in after a reload, in another tab, and after a restart of the service', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  await page.getByRole('heading', { name: 'Welcome, Demo' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Welcome, Demo' }).waitFor()
  const other = await page.context().newPage()
  await other.goto('/')
  await other.getByRole('heading', { name: 'Welcome, Demo' }).waitFor()
  await service.stop()
  await service.start()
  await page.reload()
  await page.getByRole('heading', { name: 'Welcome, Demo' }).waitFor()
  mustBeQuiet(page)
})

test('signing out in one tab signs out in all tabs and removes the session from the storage', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const other = await page.context().newPage()
  await other.goto('/')
  await other.getByRole('heading', { name: 'Welcome, Demo' }).waitFor()
  await page.getByRole('button', { name: 'Account and theme' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in as the demo person' }).waitFor()
  await other.getByRole('button', { name: 'Sign in as the demo person' }).waitFor()
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('oidc.user')))
  expect(kept).toEqual([])
})

test('signing in works at 127.0.0.1 as it does at localhost', async () => {
  const page = await openPage(browser, service.url.replace('localhost', '127.0.0.1'))
  await signIn(page)
  await page.getByRole('heading', { name: 'Welcome, Demo' }).waitFor()
  mustBeQuiet(page)
})

test('the selected theme is kept after a reload', async () => {
  const page = await openPage(browser, service.url, { colorScheme: 'light' })
  await signIn(page)
  await page.getByRole('button', { name: 'Account and theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.reload()
  await page.getByRole('heading', { name: 'Welcome, Demo' }).waitFor()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
})
