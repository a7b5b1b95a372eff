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

/** Runs in the page. Returns its size, and what GraphiQL shows outside of the window or cut off, and what scrolls twice. */
function measureGraphiql() {
  const isVisible = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const nameOf = (element: Element) => `${element.tagName} ${element.getAttribute('class')}`
  const elements = [...document.querySelectorAll('body *')].filter(
    (element) => isVisible(element) && !element.closest('.monaco-editor, .monaco-aria-container, title'),
  )
  const scrolls = (element: Element) =>
    /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1
  const isCutOff = (element: Element) => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 0 && (left < 0 || right > window.innerWidth)
  }
  const { scrollWidth, scrollHeight } = document.documentElement
  return {
    width: scrollWidth,
    height: scrollHeight,
    cutOff: elements.filter(isCutOff).map(nameOf),
    scrollsTwice: elements
      .filter(
        (element) =>
          scrolls(element) && elements.some((one) => one !== element && one.contains(element) && scrolls(one)),
      )
      .map(nameOf),
  }
}

const views = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 780 },
]

test.each(views)('GraphiQL fits into a window of $width pixels, in both schemes', async (viewport) => {
  const page = await openPage(browser, service.url, { viewport })
  const fits = async (what: string) => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      const measured = await page.evaluate(measureGraphiql)
      expect({ what, colorScheme, ...measured }).toEqual({
        what,
        colorScheme,
        ...viewport,
        cutOff: [],
        scrollsTwice: [],
      })
    }
  }
  await signIn(page)
  await page.goto('/graphql')
  const query = page.locator('.graphiql-query-editor')
  await query.locator('.view-line').first().waitFor()
  await fits('the first query')
  await page.getByRole('button', { name: /Execute query/ }).click()
  await page.locator('.graphiql-response').getByText('professional').waitFor()
  await fits('a long response')
  await query.locator('.view-line').first().click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.insertText(`# ${'a long line '.repeat(20)}\n${'# one of many lines\n'.repeat(80)}`)
  await page.keyboard.press('Control+Home')
  await query.getByText('a long line').first().waitFor()
  await fits('a long query')
  for (const pane of ['Documentation Explorer', 'GraphiQL Explorer']) {
    await page.getByRole('button', { name: `Show ${pane}` }).click()
    await page
      .locator('.graphiql-plugin')
      .getByText(/Docs|Explorer/)
      .first()
      .waitFor()
    await fits(pane)
  }
  await page.getByRole('button', { name: 'Hide GraphiQL Explorer' }).click()
  for (const dialog of ['short keys', 'settings']) {
    await page.getByRole('button', { name: `Open ${dialog} dialog` }).click()
    await page.getByRole('dialog').waitFor()
    await fits(dialog)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.context().close()
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
