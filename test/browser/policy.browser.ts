import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeQuiet, openBrowser, openPage, signIn } from './browser.ts'
import { seedCourse } from './courses.ts'
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

/** Collects the violations of the page's Content-Security-Policy. */
async function noteRefusals(page: Page): Promise<string[]> {
  const refusals: string[] = []
  await page.exposeFunction('noteRefusal', (what: string) => refusals.push(what))
  await page.addInitScript(() => {
    const { noteRefusal } = window as unknown as { noteRefusal(what: string): void }
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
      noteRefusal(`${effectiveDirective} refused ${blockedURI} (${sourceFile}:${lineNumber})`),
    )
  })
  return refusals
}

test('every page has a policy without inline scripts, and nothing on the page violates it', async () => {
  const page = await openPage(browser, service.url)
  const refusals = await noteRefusals(page)
  await signIn(page)
  const { id, modules } = await seedCourse(page)
  const lesson = `/courses/${id}/lessons/${modules[0]!.lessons[0]!.id}`
  const pages: [path: string, shows: string][] = [
    ['/', 'h1:has-text("Welcome")'],
    ['/courses', 'h1:has-text("Courses")'],
    [`/courses/${id}`, '[role=treegrid]'],
    [lesson, '.hljs-keyword'],
    [`${lesson}/edit`, '[role=grid]'],
    ['/usage', '[role=img]'],
    ['/connect', '[role=tabpanel] pre'],
    ['/settings/api-keys', 'text=First key'],
    ['/nowhere', 'text=There is no page at this address'],
    ['/graphql', '.view-line'],
    ['/docs', '.opblock'],
  ]
  for (const [path, shows] of pages) {
    const response = await page.goto(path)
    await page.locator(shows).first().waitFor()
    const policy = (await response!.headerValue('content-security-policy')) ?? ''
    const directives = new Map(policy.split('; ').map((directive) => [directive.split(' ')[0], directive]))
    expect([path, directives.get('default-src'), directives.get('script-src')]).toEqual([
      path,
      "default-src 'none'",
      "script-src 'self'",
    ])
    const html = await response!.text()
    expect([path, html.match(/<script(?![^>]* src=)[^>]*>|\son\w+=|javascript:|<style|\sstyle=/g)]).toEqual([
      path,
      null,
    ])
  }
  expect(refusals).toEqual([])
  mustBeQuiet(page)
})

test('the policy blocks an inline script that is added to a page', async () => {
  const page = await openPage(browser, service.url)
  const refusals = await noteRefusals(page)
  for (const path of ['/', '/graphql', '/docs']) {
    await page.goto(path)
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.ran = true'
      document.body.append(script)
    })
    await expect.poll(() => refusals).toContainEqual(expect.stringContaining('script-src-elem refused inline'))
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    refusals.length = 0
  }
})
