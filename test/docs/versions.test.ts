import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeOpenapiDocument } from '../../src/api/rest/openapi/document.ts'
import { operationCatalogue } from '../../src/server/operations.ts'

const readVersion = async (file: string) => JSON.parse(await readFile(file, 'utf8')).version

test('the service, its lock file, the client and the OpenAPI document have the version of the last release', async () => {
  const [, released] = /^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/m.exec(await readFile('CHANGELOG.md', 'utf8'))!
  const files = ['package.json', 'package-lock.json', 'sdk/package.json', 'sdk/package-lock.json']
  expect(await Promise.all(files.map(readVersion))).toEqual(files.map(() => released))
  expect(makeOpenapiDocument(operationCatalogue).info.version).toBe(released)
})

test('the changelog keeps a section for what is not released', async () => {
  expect(await readFile('CHANGELOG.md', 'utf8')).toContain('\n## [Unreleased]\n')
})
