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

/** The lines for a shell in the README's tour, for this service and this key. */
async function linesOf(key: string): Promise<string> {
  const readme = await readFile('README.md', 'utf8')
  const [, tour = ''] = /## The first five minutes\n(.*?)\n## /s.exec(readme) ?? []
  const lines = [...tour.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block)
  return lines.join('\n').replaceAll('http://localhost:4000', service.url).replace('cw_prod_…', key)
}

test('the first five minutes of the README work as they are written', async () => {
  const page = await openPage(browser, service.url)
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in as the demo person' }).click()
  await page.getByRole('link', { name: 'API Keys' }).first().click()
  await page.getByRole('button', { name: 'Create API Key' }).click()
  await page.getByLabel('Name').fill('My first key')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('button', { name: 'Copy key' }).click()
  const key = await page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Done' }).click()

  const { stdout } = await promisify(execFile)('bash', ['-c', await linesOf(key)])
  expect(JSON.parse(stdout).data).toMatchObject({ name: 'Botany', status: 'draft' })

  await page.getByRole('link', { name: 'Courses' }).first().click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Botany/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'Botany' }).waitFor()
  await page.getByRole('button', { name: 'Add module' }).waitFor()
  await page.getByRole('row', { name: /The leaf/ }).click()
  await page.getByRole('button', { name: 'Add block' }).first().waitFor()
  await page.getByRole('button', { name: 'Write with AI' }).first().waitFor()

  await page.getByRole('link', { name: 'GraphiQL' }).click()
  await page.getByRole('button', { name: /Execute query/ }).click()
  await page.locator('.graphiql-response').getByText('"Botany"').waitFor()
  mustBeQuiet(page)
})
