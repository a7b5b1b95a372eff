import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn } from './browser.ts'
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

const nowhere = '01900000-0000-7000-8000-000000000000'

test('an address where nothing is says so, and where to go', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const { createCourse } = await ask<{ createCourse: { id: string } }>(
    page,
    'mutation { createCourse(input: { name: "Empty" }) { id } }',
  )
  for (const [path, heading, way] of [
    ['/nowhere', 'There is no page at this address', 'Go to the start'],
    [`/courses/${nowhere}`, 'There is no course here', 'All courses'],
    [`/courses/${createCourse.id}/lessons/${nowhere}`, 'There is no lesson here', 'Go to the course'],
    [`/courses/${createCourse.id}/lessons/${nowhere}/edit`, 'There is no lesson here', 'Go to the course'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { name: heading }).waitFor()
    await page.getByRole('link', { name: way }).waitFor()
    await mustBeAccessible(page)
  }
  mustBeQuiet(page)
})

test('what is empty says what to do', async () => {
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

test('signing in that does not work is told, and can be tried again', async () => {
  const page = await openPage(browser, service.url)
  await page.goto('/signed-in?error=access_denied&state=unknown')
  await page.getByText('Signing in did not work.').waitFor()
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Sign in as the demo person' }).click()
  await page.getByRole('heading', { level: 1, name: 'Welcome, Demo' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('without an identity provider a production service says what is missing', async () => {
  const bare = await startService({ NODE_ENV: 'production', HOST: '127.0.0.1' })
  try {
    const page = await openPage(browser, bare.url)
    await page.goto('/')
    await page.getByText('Nobody can sign in yet').waitFor()
    await mustBeAccessible(page)
    mustBeQuiet(page)
  } finally {
    await bare.close()
  }
})
