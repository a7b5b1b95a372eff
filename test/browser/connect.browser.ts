import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn, takeScreenshots } from './browser.ts'
import { type Service, startService } from './service.ts'

const run = promisify(execFile)

let browser: Browser
let service: Service
let page: Page
let key: string
beforeAll(async () => {
  ;[browser, service] = await Promise.all([openBrowser(), startService()])
  page = await openPage(browser, service.url)
  await signIn(page, '/settings/api-keys')
  await page.getByRole('button', { name: 'Create API Key' }).click()
  await page.getByLabel('Name').fill('Snippets')
  await page.getByRole('button', { name: 'Create key' }).click()
  key = (await page.getByTestId('key-value').textContent()) ?? ''
  await page.getByRole('button', { name: 'Done' }).click()
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

async function copy(label: string): Promise<string> {
  await page.getByRole('button', { name: `Copy ${label}`, exact: true }).click()
  return page.evaluate(() => navigator.clipboard.readText())
}

const shell = async (...lines: string[]) => {
  const env = { ...process.env, COURSEWRIGHT_KEY: key, COURSEWRIGHT_URL: service.url }
  const { stdout } = await run('bash', ['-c', lines.join('\n')], { env })
  return JSON.parse(stdout)
}

test('each way to connect works as it is copied, once the key is put in', async () => {
  await page.getByRole('link', { name: 'Connect' }).click()
  await page.getByRole('heading', { level: 1, name: 'Connect' }).waitFor()
  await mustBeAccessible(page)
  await takeScreenshots(page, 'connect')

  const settings = (await copy('Set the key')).replace('cw_prod_…', key)
  const made = await shell(settings, await copy('Create a course'))
  expect(made.data).toMatchObject({ name: 'Botany', language: 'en', difficulty: 'beginner', status: 'draft' })
  const listed = await shell(settings, await copy('List courses'))
  expect(listed.data.map((course: { id: string }) => course.id)).toContain(made.data.id)

  await page.getByRole('tab', { name: 'fetch' }).click()
  expect(page.url()).toBe(`${service.url}/connect?with=fetch`)
  const program = await copy('create-course.mjs')
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, COURSEWRIGHT_KEY: key },
  })
  expect(stdout.trim()).toMatch(/^[0-9a-f-]{36}$/)

  await page.getByRole('tab', { name: 'GraphQL' }).click()
  const tree = await shell(await copy('A course with everything below it'))
  expect(tree.data.coursePage.items[0]).toEqual({ name: 'Botany', modules: [] })

  await page.getByRole('tab', { name: 'MCP' }).click()
  const listing = await shell(await copy('List the tools'))
  expect(listing.result.tools.map((tool: { name: string }) => tool.name)).toContain('create_course')
  const configuration = JSON.parse(await copy('mcp.json'))
  expect(configuration.mcpServers.coursewright.url).toBe(`${service.url}/mcp`)
})

test('a way to connect is an address to share', async () => {
  await page.goto('/connect?with=typed')
  await page.getByRole('tab', { name: 'Typed client', selected: true }).waitFor()
  await mustBeAccessible(page)
  mustBeQuiet(page)
})
