import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeQuiet, openBrowser, openPage } from './browser.ts'
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

/** Returns the commands of the README's tour, with the URL and the first key of this service. */
async function commands(): Promise<string> {
  const readme = await readFile('README.md', 'utf8')
  const [, tour = ''] = /## The first five minutes\n(.*?)\n## /s.exec(readme) ?? []
  const blocks = [...tour.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block)
  return blocks
    .join('\n')
    .replaceAll('http://localhost:4000', service.url)
    .replaceAll('YOUR_API_KEY', service.firstKey())
}

test('the commands and steps of the README’s first five minutes work as written', async () => {
  const { stdout } = await promisify(execFile)('bash', ['-c', await commands()])
  expect(stdout).toContain('"Botany"')

  const page = await openPage(browser, service.url)
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in as the demo person' }).click()
  await page.getByRole('link', { name: 'Courses' }).first().click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Botany/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'Botany' }).waitFor()
  await page.getByRole('row', { name: /The leaf/ }).click()
  await page.getByRole('button', { name: 'Add block' }).first().waitFor()
  await page.getByRole('button', { name: 'Write with AI' }).first().waitFor()
  await page.getByRole('link', { name: 'Read', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'The leaf' }).waitFor()
  mustBeQuiet(page)
})
