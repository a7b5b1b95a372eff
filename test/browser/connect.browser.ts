import { execFile, spawnSync } from 'node:child_process'
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

/** Interactive shells. There, zsh treats comments as arguments and expands `?` in URLs. */
const shells = [
  ['bash', '--norc', '-i'],
  ['zsh', '-f', '-i'],
].filter(([name]) => spawnSync(name!, ['-c', 'true']).status === 0)

/** Runs copied commands in each installed shell and returns the JSON that they print. */
async function shell(...lines: string[]) {
  for (const line of lines) expect(line).not.toMatch(/#|…/)
  const env = { ...process.env, COURSEWRIGHT_KEY: key, COURSEWRIGHT_URL: service.url }
  const answers = []
  for (const [name, ...options] of shells) {
    const { stdout } = await run(name!, [...options, '-c', lines.join('\n')], { env })
    answers.push(JSON.parse(stdout))
  }
  expect(answers.length).toBeGreaterThan(0)
  return answers[0]
}

test('each example of the Connect page works as it is copied, once the key is set', async () => {
  await page.getByRole('link', { name: 'Connect' }).click()
  await page.getByRole('heading', { level: 1, name: 'Connect' }).waitFor()
  await mustBeAccessible(page)
  await takeScreenshots(page, 'connect')

  const settings = (await copy('Set the key')).replace('YOUR_API_KEY', key)
  expect(settings).toContain(key)
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
  const tree = await shell(await copy('Get a course with its modules, lessons and blocks'))
  expect(tree.data.coursePage.items[0]).toEqual({ name: 'Botany', modules: [] })

  await page.getByRole('tab', { name: 'MCP' }).click()
  const listing = await shell(await copy('List the tools'))
  expect(listing.result.tools.map((tool: { name: string }) => tool.name)).toContain('put_course_tree')
  const configuration = JSON.parse(await copy('mcp.json'))
  expect(configuration.mcpServers.coursewright.url).toBe(`${service.url}/mcp`)
})

test('each tab of the Connect page has an address of its own', async () => {
  await page.goto('/connect?with=typed')
  await page.getByRole('tab', { name: 'Typed client', selected: true }).waitFor()
  await mustBeAccessible(page)
  mustBeQuiet(page)
})
