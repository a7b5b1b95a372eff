import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { blockTypeNames } from '../../src/courses/block/types.ts'
import { courseRecordDefinition } from '../../src/courses/records/course.ts'
import { lessonRecordDefinition } from '../../src/courses/records/lesson.ts'
import { moduleRecordDefinition } from '../../src/courses/records/module.ts'
import { allScopes } from '../../src/identity/scopes.ts'
import { makeOperationCatalogue } from '../../src/operations/catalogue.ts'
import { apiErrorsByCode } from '../../src/platform/error-codes.ts'
import { graphqlSchema } from '../../src/server/schema.ts'

const { operations } = makeOperationCatalogue(graphqlSchema)

/** The code in the first column of a document's tables, row by row. */
async function firstColumn(file: string): Promise<string[]> {
  const rows = (await readFile(file, 'utf8')).matchAll(/^\| `([^`]+)`/gm)
  return [...rows].map(([, code]) => code!)
}

const sorted = (values: Iterable<string>) => [...new Set(values)].sort()

test('docs/rest.md lists every route', async () => {
  const routes = operations.flatMap(({ rest }) => (rest ? [`${rest.method} ${rest.path}`] : []))
  const listed = (await firstColumn('docs/rest.md')).filter((code) => code.includes(' /'))
  expect(sorted(listed)).toEqual(sorted(routes))
})

test('docs/rest.md lists every scope and every error code', async () => {
  expect(await firstColumn('docs/rest.md')).toEqual(
    expect.arrayContaining([...allScopes, ...Object.keys(apiErrorsByCode)]),
  )
})

test('docs/rest.md lists every field of a course, module and lesson', async () => {
  const records = [courseRecordDefinition, moduleRecordDefinition, lessonRecordDefinition]
  const fields = records.flatMap((record) => Object.keys(record.fields))
  const listed = await firstColumn('docs/rest.md')
  expect(sorted(fields).filter((name) => !listed.includes(name))).toEqual([])
})

test('docs/mcp.md lists every tool', async () => {
  const tools = operations.flatMap(({ tool }) => tool?.name ?? [])
  expect(sorted(await firstColumn('docs/mcp.md'))).toEqual(sorted(tools))
})

test('the README lists every type of block', async () => {
  expect(await firstColumn('README.md')).toEqual(blockTypeNames)
})

test('docs/architecture.md names every folder of the source', async () => {
  const text = await readFile('docs/architecture.md', 'utf8')
  const folders = (await Array.fromAsync(glob('src/*/'))).map((folder) => folder.replace(/\/$/, ''))
  expect(folders.filter((folder) => !text.includes(`\`${folder}`))).toEqual([])
})
