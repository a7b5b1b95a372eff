import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const src = fileURLToPath(new URL('../src/', import.meta.url))

/** The floors of the house, from the ground up; imports go down only, or stay within a place. */
const rooms = ['course', 'module', 'lesson', 'block', 'tree', 'search', 'reading', 'key', 'usage', 'ai']
const faces = ['graphql', 'rest', 'mcp', 'web']
const floors: string[][] = [
  ['config', 'errors', 'expose', 'checks', 'shapes', 'json', 'model', 'relay'],
  ['auth', 'db'],
  ['limits'],
  ['builder', 'context', 'idempotent', 'chores', 'http'],
  ['outline'],
  rooms,
  ['schema'],
  faces,
  ['app', 'gate', 'process'],
  ['serve'],
  ['server'],
]
const floorOf = new Map(floors.flatMap((places, floor) => places.map((place) => [place, floor] as const)))

/** The place of a file: its folder under src, or its own name. */
const placeOf = (file: string) => file.split('/')[0]!.replace(/\.ts$/, '')

/** What is written by hand, apart from the dashboard's own application. */
async function* sources(): AsyncGenerator<{ file: string; text: string }> {
  for await (const file of glob('**/*.ts', { cwd: src })) {
    if (/^(web\/app|db\/generated)\//.test(file)) continue
    yield { file, text: await readFile(join(src, file), 'utf8') }
  }
}

type Import = { from: string; to: string }

async function imports(): Promise<Import[]> {
  const found: Import[] = []
  for await (const { file, text } of sources()) {
    for (const [, target] of text.matchAll(/(?:from |import |import\()'(\.[^']+)'/g)) {
      const to = normalize(join(dirname(file), target!))
      if (!to.startsWith('..')) found.push({ from: file, to })
    }
  }
  return found
}

const told = ({ from, to }: Import) => `${from} → ${to}`

test('every file has a floor', async () => {
  const unknown = (await imports()).filter(({ from, to }) => !floorOf.has(placeOf(from)) || !floorOf.has(placeOf(to)))
  expect(unknown.map(told)).toEqual([])
})

test('imports go down', async () => {
  const up = (await imports()).filter(({ from, to }) => floorOf.get(placeOf(to))! > floorOf.get(placeOf(from))!)
  expect(up.map(told)).toEqual([])
})

test("a room imports no other room's type, queries or mutations", async () => {
  const across = (await imports()).filter(
    ({ from, to }) =>
      rooms.includes(placeOf(from)) &&
      placeOf(from) !== placeOf(to) &&
      rooms.includes(placeOf(to)) &&
      /\/(type|queries|mutations)\.ts$/.test(to),
  )
  expect(across.map(told)).toEqual([])
})

test('faces ask the schema, never the database or a room', async () => {
  const behind = (await imports()).filter(
    ({ from, to }) =>
      faces.includes(placeOf(from)) &&
      (placeOf(to) === 'db' || placeOf(to) === 'outline' || rooms.includes(placeOf(to))),
  )
  expect(behind.map(told)).toEqual([])
})

test('what runs in production is no development dependency', async () => {
  const { devDependencies } = JSON.parse(await readFile(join(src, '../package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const wrong: string[] = []
  for await (const { file, text } of sources()) {
    for (const [statement, name] of text.matchAll(/^(?:import|export) .*from '([^.'][^']*)'/gm)) {
      const isType = statement.startsWith('import type')
      if (!isType && Object.keys(devDependencies).some((one) => name === one || name!.startsWith(`${one}/`)))
        wrong.push(`${file} → ${name}`)
    }
  }
  expect(wrong).toEqual([])
})

// V8 makes such a function in its old generation, as it does methods of a prototype; all that it has captured stays until
// the next full collection, be it a request with its answer.
test('no function is written where a property gets it', async () => {
  const found: string[] = []
  for await (const { file, text } of sources()) {
    const written = /^.*[\w)\]]\.\w+ (\?\?|\|\|)?= (async )?(function\b|\([^)]*\) =>|\w+ =>).*$/gm
    for (const [line] of text.matchAll(written)) found.push(`${file}: ${line.trim()}`)
  }
  expect(found).toEqual([])
})
