import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const app = fileURLToPath(new URL('../../src/dashboard/app/', import.meta.url))

type StyleSheetImport = { component: string; sheet: string; classes: string[] }

/** The imports of CSS modules in the dashboard, with the classes that the component reads by name (`style.title`). */
function listStyleSheetImports(): StyleSheetImport[] {
  return globSync('**/*.{ts,tsx}', { cwd: app }).flatMap((component) => {
    const source = readFileSync(join(app, component), 'utf8')
    return [...source.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].map(([, variable, path]) => ({
      component,
      sheet: join(dirname(component), path!),
      classes: [...source.matchAll(new RegExp(`(?<![\\w./-])${variable}\\.(\\w+)`, 'g'))].map(([, name]) => name!),
    }))
  })
}

const readClassesOfSheet = (sheet: string): Set<string> =>
  new Set([...readFileSync(join(app, sheet), 'utf8').matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name]) => name!))

// The type checker accepts every import of a CSS module, and every class of it.
test('every style sheet that a component imports exists and has the classes that the component uses', () => {
  const imports = listStyleSheetImports()
  expect(imports.filter(({ sheet }) => !existsSync(join(app, sheet)))).toEqual([])
  const unknown = imports.flatMap(({ component, sheet, classes }) => {
    const known = readClassesOfSheet(sheet)
    return classes.filter((name) => !known.has(name)).map((name) => `${component}: ${name}`)
  })
  expect(unknown).toEqual([])
})

test('every style sheet of the dashboard is imported', () => {
  const imported = new Set(listStyleSheetImports().map(({ sheet }) => sheet))
  expect(imported.size).toBeGreaterThan(0)
  expect(globSync('**/*.module.css', { cwd: app }).filter((sheet) => !imported.has(sheet))).toEqual([])
})
