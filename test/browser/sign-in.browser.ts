import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn, takeScreenshots } from './browser.ts'
import { ask } from './courses.ts'
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

test('another user who signs in after a sign-out sees nothing of the first user', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  await ask(page, 'mutation { createCourse(input: { name: "Plans of the first user" }) { id } }')
  await page.goto('/courses')
  await page.getByText('Plans of the first user').first().waitFor()
  const other = await page.context().newPage()
  await other.goto('/health/live')
  const [key, session] = await other.evaluate(() => {
    const name = Object.keys(localStorage).find((one) => one.startsWith('oidc.user'))!
    const text = localStorage.getItem(name)!
    localStorage.removeItem(name)
    return [name, text] as const
  })
  await page.getByRole('button', { name: 'Sign in as the demo person' }).waitFor()
  // Without answers of the API, the page can show only what it has in its memory.
  await page.route('**/graphql', () => {})
  const user = JSON.parse(session)
  user.profile = { ...user.profile, sub: 'second', name: 'Second User' }
  const reloaded = page.waitForEvent('load')
  await other.evaluate(([name, text]) => localStorage.setItem(name, text), [key, JSON.stringify(user)] as const)
  await reloaded
  await page.getByText('Second User').first().waitFor()
  expect(await page.getByText('Plans of the first user').count()).toBe(0)
})

test('signing in works at 127.0.0.1 as it does at localhost', async () => {
  const page = await openPage(browser, service.url.replace('localhost', '127.0.0.1'))
  await signIn(page)
  await page.getByRole('heading', { name: 'Welcome, Demo' }).waitFor()
  mustBeQuiet(page)
})

test('over plain HTTP from another computer, the page says to open the service over HTTPS', async () => {
  const page = await openPage(browser, 'http://courses.example')
  await page.route('http://courses.example/**', async (route) => {
    const { pathname, search } = new URL(route.request().url())
    return route.fulfill({ response: await route.fetch({ url: `${service.url}${pathname}${search}` }) })
  })
  await page.goto('/')
  await page.getByText('Open this service over HTTPS').waitFor()
  expect(await page.getByRole('button', { name: /Sign in/ }).count()).toBe(0)
  await mustBeAccessible(page)
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
