import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn } from './browser.ts'
import { ask } from './courses.ts'
import { type Service, startNewService, startService } from './service.ts'

let browser: Browser
let service: Service
beforeAll(async () => {
  ;[browser, service] = await Promise.all([openBrowser(), startService()])
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

const nowhere = '01900000-0000-7000-8000-000000000000'

test('a page for an unknown address says so and links to another page', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const { createCourse } = await ask<{ createCourse: { id: string } }>(
    page,
    'mutation { createCourse(input: { name: "Empty" }) { id } }',
  )
  for (const [path, heading, link] of [
    ['/nowhere', 'There is no page at this address', 'Go to the home page'],
    [`/courses/${nowhere}`, 'This course does not exist', 'Show all courses'],
    [`/courses/${createCourse.id}/lessons/${nowhere}`, 'This lesson does not exist', 'Go to the course'],
    [`/courses/${createCourse.id}/lessons/${nowhere}/edit`, 'This lesson does not exist', 'Go to the course'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { name: heading }).waitFor()
    await page.getByRole('link', { name: link }).waitFor()
    await mustBeAccessible(page)
  }
  mustBeQuiet(page)
})

test('an empty page says what to do', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const { createCourse } = await ask<{ createCourse: { id: string; modules: { lessons: { id: string }[] }[] } }>(
    page,
    'mutation { createCourse(input: { name: "Bare", modules: [{ name: "One", lessons: [{ name: "Blank" }] }] }) { id modules { lessons { id } } } }',
  )
  const lesson = `/courses/${createCourse.id}/lessons/${createCourse.modules[0]!.lessons[0]!.id}`
  await page.goto(lesson)
  await page.getByRole('link', { name: 'Edit lesson' }).first().waitFor()
  await mustBeAccessible(page)
  await page.goto(`${lesson}/edit`)
  await page.getByRole('button', { name: 'Write with AI' }).first().waitFor()
  await mustBeAccessible(page)
  await page.goto('/courses?search=zeppelin')
  await page.getByRole('heading', { name: /Nothing|No course/ }).waitFor()
  await mustBeAccessible(page)
  mustBeQuiet(page)
})

test('the first steps disappear when they are dismissed or done, and do not come back', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const steps = page.getByRole('region', { name: 'First steps' })
  const shown = () => page.getByRole('region', { name: 'Workspace' }).waitFor()
  await steps.waitFor()
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Dismiss the first steps' }).click()
  await steps.waitFor({ state: 'detached' })
  await page.reload()
  await shown()
  expect(await steps.count()).toBe(0)

  const other = await openPage(browser, service.url)
  await signIn(other)
  const otherSteps = other.getByRole('region', { name: 'First steps' })
  await otherSteps.waitFor()
  const { createApiKey } = await ask<{ createApiKey: { key: string } }>(
    other,
    'mutation { createApiKey(input: { name: "Used", scopes: ["courses:read"] }) { key } }',
  )
  const courses = `${service.url}/api/v1/courses`
  await fetch(courses, { headers: { Authorization: `Bearer ${createApiKey.key}` } })
  const lastUsed = async () =>
    (await ask<{ apiKeys: { lastUsedAt: string | null }[] }>(other, '{ apiKeys { lastUsedAt } }')).apiKeys
  await expect
    .poll(async () => (await lastUsed()).some((key) => key.lastUsedAt !== null), { timeout: 60_000 })
    .toBe(true)
  await other.reload()
  await other.getByRole('region', { name: 'Workspace' }).waitFor()
  expect(await otherSteps.count()).toBe(0)
  mustBeQuiet(other)
})

test('after a failed sign-in the page says so, and the user can try again', async () => {
  const page = await openPage(browser, service.url)
  await page.goto('/signed-in?error=access_denied&state=unknown')
  await page.getByText('Signing in failed.').waitFor()
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Sign in as the demo person' }).click()
  await page.getByRole('heading', { level: 1, name: 'Welcome, Demo' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('without an identity provider in production, the sign-in page says which settings are missing', async () => {
  const bare = await startNewService({ NODE_ENV: 'production', HOST: '127.0.0.1' })
  try {
    const page = await openPage(browser, bare.url)
    await page.goto('/')
    await page.getByText('Signing in is not configured').waitFor()
    await mustBeAccessible(page)
    mustBeQuiet(page)
  } finally {
    await bare.close()
  }
})
