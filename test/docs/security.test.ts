import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFile(join(root, file), 'utf8')

const document = await read('docs/security.md')
const rows = document.split('\n').filter((line) => /^\| (API)?\d/.test(line))
const named = [...document.matchAll(/`(test\/[^`]+)`: "([^"]+)"/g)].map(([, file, title]) => ({
  file: file!,
  title: title!,
}))

test('every test that docs/security.md names is there, by file and title', async () => {
  expect(named.length).toBeGreaterThan(50)
  const missing: string[] = []
  for (const { file, title } of named) {
    const text = existsSync(join(root, file)) ? await read(file) : ''
    // A title stands in its quotation marks, so that a part of one is not taken for it.
    if (!["'", '"', '`'].some((mark) => text.includes(mark + title + mark))) missing.push(`${file}: ${title}`)
  }
  expect(missing).toEqual([])
})

test('docs/security.md names no test file in another form, which nothing would hold true', () => {
  const files = [...document.matchAll(/`test\/[^`]+\.test\.ts`(?!: ")/g)].map(([text]) => text)
  expect(files).toEqual(['`test/docs/security.test.ts`'])
})

test('every promise of docs/security.md names a test, and all ten risks have a row', () => {
  expect(rows.filter((row) => !/`test\/[^`]+`: "/.test(row))).toEqual([])
  const risks = rows.flatMap((row) => /^\| (API\d+) /.exec(row)?.[1] ?? [])
  expect(risks).toEqual(Array.from({ length: 10 }, (_, index) => `API${index + 1}`))
})

test.each(['docs/security.md', 'SECURITY.md'])('the files that %s links to are there', async (file) => {
  const links = [...(await read(file)).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path]) => path!)
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((path) => !existsSync(join(root, file, '..', path)))).toEqual([])
})
