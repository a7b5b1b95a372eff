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

test('GraphiQL sends requests as the signed-in user, under a policy without inline scripts', async () => {
  const page = await openPage(browser, service.url)
  await signIn(page)
  const link = page.getByRole('link', { name: 'GraphiQL' })
  expect(await link.getAttribute('href')).toBe('/graphql')
  await link.click()
  await page.getByText('Signed in as Demo Person').waitFor()
  await page.getByRole('button', { name: /Execute query/ }).click()
  await page.locator('.graphiql-response').getByText('professional').waitFor()
  await mustBeAccessible(page)
  await takeScreenshots(page, 'graphiql')

  await page.reload()
  await page.getByRole('button', { name: /Execute query/ }).waitFor()
  expect(await page.getByRole('tab', { name: 'Courses' }).count()).toBe(1)
  expect(await page.getByRole('tab', { name: '<untitled>' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
  const query = page.locator('.graphiql-doc-explorer-type-name').getByText('Query', { exact: true })
  await query.waitFor()
  await mustBeAccessible(page)
  await query.click()
  await page.locator('.graphiql-doc-explorer-title').getByText('Query').waitFor()
  await mustBeAccessible(page)
  mustBeQuiet(page)
})

test.each([
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 780 },
])('GraphiQL fits into a window of $width pixels, in both schemes', async (viewport) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await openPage(browser, service.url, { viewport, colorScheme })
    await page.goto('/graphql')
    await page.locator('.graphiql-query-editor .view-line').first().waitFor()
    const sizes = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement
      const { left, right, bottom } = document.querySelector('#graphiql .graphiql-container')!.getBoundingClientRect()
      return { width: scrollWidth, height: scrollHeight, left, right, bottom }
    })
    expect(sizes).toEqual({ ...viewport, left: 0, right: viewport.width, bottom: viewport.height })
    await page.context().close()
  }
})

test('GraphiQL has a sign-in button for users who open it directly', async () => {
  const page = await openPage(browser, service.url)
  await page.goto('/graphql')
  await page.getByText('Not signed in. Set an API key under Headers.').waitFor()
  await page.getByRole('button', { name: /Execute query/ }).waitFor()
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Signed in as Demo Person').waitFor()
  expect(new URL(page.url()).pathname).toBe('/graphql')
})
