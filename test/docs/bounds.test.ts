import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const document = await readFile('docs/bounds.md', 'utf8')

test('every source file that docs/bounds.md names exists', () => {
  const files = [...document.matchAll(/`(src\/[^`]+)`/g)].map(([, file]) => file!)
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

test('docs/bounds.md names every resource that tenants share', async () => {
  const resources: string[] = []
  for await (const file of glob('src/**/*.ts', { exclude: ['src/platform/db/generated/**'] })) {
    const text = await readFile(file, 'utf8')
    resources.push(...[...text.matchAll(/\bresource: '([^']+)'/g)].map(([, resource]) => resource!))
  }
  expect(resources.length).toBeGreaterThan(8)
  // The text index is shared too, but no request is refused for it.
  expect(resources.filter((one) => one !== 'text index' && !document.includes(`\`${one}\``))).toEqual([])
})
