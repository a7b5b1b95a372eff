import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { sections } from '../../scripts/docs/configuration.ts'
import { generatedDocuments } from '../../scripts/docs/generated.ts'
import { readConfig } from '../../src/platform/config.ts'

test.each(Object.keys(generatedDocuments()))('%s is what `npm run docs` writes', async (file) => {
  expect(await readFile(file, 'utf8')).toBe(generatedDocuments()[file])
})

test('every variable of the configuration has a sentence that says what it means', () => {
  const silent = sections.flatMap(({ rows }) => rows.filter(({ description }) => !/^[^a-z].*\.$/.test(description)))
  expect(silent.map(({ name }) => name)).toEqual([])
})

test('the defaults in .env.example, switched on, are those of a service without any variable', async () => {
  const example = await readFile('.env.example', 'utf8')
  const switchedOn = example.replaceAll(/^#(?=[A-Z\d_]+=)/gm, '')
  const variables = parseEnv(switchedOn)
  const names = sections.flatMap(({ rows }) => rows.map(({ name }) => name))
  expect(Object.keys(variables).sort()).toEqual(names.sort())
  expect(readConfig(variables)).toEqual(readConfig({}))
})
