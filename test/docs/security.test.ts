import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { securityTests } from '../../scripts/docs/security-tests.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFile(join(root, file), 'utf8')

const promises = [...(await read('docs/security.md')).matchAll(/^\| ((?:API)?\d.*?) \|/gm)].map(([, name]) => name!)
const named = Object.values(securityTests).flatMap((titlesByFile) => Object.entries(titlesByFile))

test('every test that shows a promise of security is there, by file and title', async () => {
  const missing: string[] = []
  for (const [file, titles] of named) {
    const text = existsSync(join(root, file)) ? await read(file) : ''
    // A title stands in its quotation marks, so that a part of one is not taken for it.
    for (const title of titles)
      if (!["'", '"', '`'].some((mark) => text.includes(mark + title + mark))) missing.push(`${file}: ${title}`)
  }
  expect(missing).toEqual([])
})

test('every promise of docs/security.md has a test, and all ten risks have a row', () => {
  expect(promises).toEqual(Object.keys(securityTests))
  expect(Object.values(securityTests).filter((tests) => Object.values(tests).flat().length === 0)).toEqual([])
  const risks = promises.flatMap((name) => /^(API\d+) /.exec(name)?.[1] ?? [])
  expect(risks).toEqual(Array.from({ length: 10 }, (_, index) => `API${index + 1}`))
})

test.each(['docs/security.md', 'SECURITY.md'])('the files that %s links to are there', async (file) => {
  const links = [...(await read(file)).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path]) => path!)
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((path) => !existsSync(join(root, file, '..', path)))).toEqual([])
})
