import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/platform/config.ts'
import { formatWelcomeMessage } from '../../src/server/welcome-message.ts'
import { fencesOf } from './markdown.ts'

const readme = await readFile('README.md', 'utf8')

test('the README has at most 150 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})

test('the README shows what the first start prints', async () => {
  const printed = formatWelcomeMessage(readConfig({}), 4000, {
    key: 'YOUR_API_KEY',
    coursePath: '/learn/PUBLIC_ID/moon',
  }).trim()
  const shown = (await fencesOf('README.md')).map(({ text }) => text.trim())
  expect(shown).toContain(printed)
})

test('the README names the versions of Node.js that package.json allows', async () => {
  const { engines } = JSON.parse(await readFile('package.json', 'utf8'))
  const versions = engines.node.match(/\d+(\.\d+)?/g)
  expect(readme).toContain(`Node.js ${versions.join(', ')} or newer`)
})
