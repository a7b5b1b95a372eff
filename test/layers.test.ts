import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))

/** The layers of src/, lowest first. A file imports from its own layer and from those before it. */
const layers: string[][] = [
  ['platform'],
  ['markup'],
  ['identity'],
  ['http'],
  ['operations'],
  ['courses'],
  ['checks'],
  ['keys', 'usage'],
  ['assets'],
  ['releases'],
  ['trash'],
  ['delivery'],
  ['reader'],
  ['ai'],
  ['sample'],
  ['api'],
  ['dashboard'],
  ['server'],
  ['main.js'],
]
/** Within courses/: records, the record of changes and the outline are shared by what follows them. */
const courseLayers: string[][] = [
  ['records', 'changes'],
  ['outline'],
  ['block'],
  ['course', 'tree'],
  ['course-list', 'search'],
  ['lesson', 'module', 'reading', 'node'],
  ['federation'],
  ['agent-guide.ts'],
]
/** The layers of the web application in src/dashboard/app/. */
const appLayers: string[][] = [
  ['service-status'],
  ['session'],
  ['api'],
  ['commands'],
  ['ui'],
  ['uploads'],
  ['unsaved-edits'],
  ['courses', 'keys', 'usage', 'connect', 'explore', 'workspace'],
  ['home'],
  ['shell'],
  ['early.ts', 'main.tsx'],
]
/** The layers within the application's courses/. A file at its root is in the lowest one. */
const appCourseLayers: string[][] = [
  ['files'],
  ['block-content', 'markdown', 'objectives', 'rich-text'],
  ['block-types'],
  ['dialogs'],
  ['ai', 'unsaved-edit-list', 'list'],
  ['publishing', 'trash', 'library'],
  ['outline'],
  ['outline-column'],
  ['reader'],
  ['editor'],
]
/** Layers that know nothing of courses, so that each of them serves every feature alike. */
const withoutNouns = ['platform', 'operations', 'api', 'http']

const indexOf = (table: string[][]) =>
  new Map(table.flatMap((names, index) => names.map((name) => [name, index] as const)))
const layerIndex = indexOf(layers)
const courseLayerIndex = indexOf(courseLayers)

type Import = { from: string; to: string }

async function* sources(): AsyncGenerator<{ file: string; text: string }> {
  for await (const file of glob('src/**/*.{js,ts,tsx}', { cwd: root })) {
    if (file.includes('/generated/')) continue
    yield { file, text: await readFile(join(root, file), 'utf8') }
  }
}

/** Every relative import, those of types and those that leave src/ included. */
async function importsOf(): Promise<Import[]> {
  const found: Import[] = []
  for await (const { file, text } of sources()) {
    for (const [, target] of text.matchAll(/(?:from |import |import\()'(\.[^']+)'/g))
      found.push({ from: file, to: normalize(join(dirname(file), target!)) })
  }
  return found
}

const imports = await importsOf()
const written = ({ from, to }: Import) => `${from} → ${to}`
const layerOf = (file: string) => file.split('/')[1]!
const isServer = (file: string) => !file.startsWith('src/dashboard/app/')

test('every file of src belongs to a layer', () => {
  const unknown = imports
    .flatMap(({ from, to }) => [from, to])
    .filter((file) => file.startsWith('src/') && !layerIndex.has(layerOf(file)))
  expect([...new Set(unknown)]).toEqual([])
})

test('imports lead to the same layer or to a lower one', () => {
  const up = imports.filter(({ from, to }) => layerIndex.get(layerOf(to))! > layerIndex.get(layerOf(from))!)
  expect(up.map(written)).toEqual([])
})

test('within courses, imports lead to the same layer or to a lower one', () => {
  const rank = (file: string) => courseLayerIndex.get(file.split('/')[2]!)
  const within = imports.filter(({ from, to }) => layerOf(from) === 'courses' && layerOf(to) === 'courses')
  const unknown = within.flatMap(({ from, to }) => [from, to]).filter((file) => rank(file) === undefined)
  expect([...new Set(unknown)]).toEqual([])
  expect(within.filter(({ from, to }) => rank(to)! > rank(from)!).map(written)).toEqual([])
})

test('within the dashboard application, imports lead to the same layer or to a lower one', () => {
  const appLayerIndex = indexOf(appLayers)
  const app = 'src/dashboard/app/'
  const folderOf = (file: string) => file.slice(app.length).split('/')[0]!
  const isLayered = (file: string) => file.startsWith(app) && !['generated', 'style'].includes(folderOf(file))
  const inApp = imports.filter(({ from, to }) => isLayered(from) && isLayered(to))
  const folders = inApp.flatMap(({ from, to }) => [folderOf(from), folderOf(to)])
  expect(folders.filter((folder) => !appLayerIndex.has(folder))).toEqual([])
  const up = inApp.filter(({ from, to }) => appLayerIndex.get(folderOf(to))! > appLayerIndex.get(folderOf(from))!)
  expect(up.map(written)).toEqual([])
})

test('within the courses of the dashboard application, imports lead to the same layer or to a lower one', () => {
  const appCourseLayerIndex = indexOf(appCourseLayers)
  const courses = 'src/dashboard/app/courses/'
  const rank = (file: string) => {
    const [folder, inside] = file.slice(courses.length).split('/')
    return inside === undefined ? -1 : appCourseLayerIndex.get(folder!)
  }
  const within = imports.filter(({ from, to }) => from.startsWith(courses) && to.startsWith(courses))
  const unknown = within.flatMap(({ from, to }) => [from, to]).filter((file) => rank(file) === undefined)
  expect(unknown).toEqual([])
  expect(within.filter(({ from, to }) => rank(to)! > rank(from)!).map(written)).toEqual([])
})

test('nothing in src imports a file outside src but package.json', () => {
  const outside = imports.filter(({ to }) => !to.startsWith('src/') && to !== 'package.json')
  expect(outside.map(written)).toEqual([])
})

/** The nodes of each cycle in a graph (Tarjan's strongly connected components with more than one member). */
function cyclesOf(edges: Iterable<readonly [string, string]>): string[][] {
  const next = new Map<string, Set<string>>()
  for (const [from, to] of edges) {
    if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to))
  }
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  function visit(node: string): void {
    index.set(node, index.size)
    low.set(node, index.get(node)!)
    stack.push(node)
    for (const to of next.get(node) ?? []) {
      if (!index.has(to)) visit(to)
      if (stack.includes(to)) low.set(node, Math.min(low.get(node)!, low.get(to)!))
    }
    if (low.get(node) !== index.get(node)) return
    const cycle = stack.splice(stack.indexOf(node))
    if (cycle.length > 1) cycles.push(cycle.toSorted())
  }
  for (const node of next.keys()) if (!index.has(node)) visit(node)
  return cycles
}

test('no files import each other in a cycle', () => {
  expect(cyclesOf(imports.map(({ from, to }) => [from, to] as const))).toEqual([])
})

test('no folders import each other in a cycle', () => {
  expect(cyclesOf(imports.map(({ from, to }) => [dirname(from), dirname(to)] as const))).toEqual([])
})

/** Words for what the service manages. Singulars that are also verbs or terms of HTTP, such as `release` and `block`, are not listed. */
const nouns =
  /^(courses?|lessons?|modules|blocks|quiz|quizzes|outlines?|trees?|releases|assets|drafts?|trash|findings?|dismissals?|learners?|generations|previews)$/
/**
 * `learner` is a kind of access to an operation. `drafts`, `trash`, `releases` and `assets` are the kinds of stored bytes. The others
 * are rows of the tables of settings, which are one for all features.
 */
const permittedNames = [
  'learner',
  'drafts',
  'trash',
  'releases',
  'Releases',
  'releasesKept',
  'RELEASES_KEPT',
  'assets',
  'ASSETS_MAX_BYTES',
  'ASSETS_S3_BUCKET',
  'ASSETS_S3_ENDPOINT',
  'ASSETS_S3_REGION',
]

/** The words of the identifiers in a source text: `readReleases` has the words `read` and `releases`. */
function listIdentifierWords(text: string): { name: string; words: string[] }[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/.*|'[^'\n]*'|`[^`]*`/g, ' ')
  return [...new Set(code.match(/[A-Za-z_$][\w$]*/g))].map((name) => ({
    name,
    words: name.split(/_|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((word) => word.toLowerCase()),
  }))
}

test('the words of an identifier are found in camel case and snake case, but not in strings and comments', () => {
  const text = "/** of a course */ const wholeCourses = readReleases('lesson') // quiz\n db.max_quiz(HTMLOutline)"
  expect(listIdentifierWords(text).flatMap(({ words }) => words.filter((word) => nouns.test(word)))).toEqual([
    'courses',
    'releases',
    'quiz',
    'outline',
  ])
})

test('no identifier of the lower layers and of the APIs names a record of a feature', async () => {
  const found: string[] = []
  for await (const { file, text } of sources()) {
    if (!withoutNouns.includes(layerOf(file))) continue
    for (const { name, words } of listIdentifierWords(text)) {
      if (words.some((word) => nouns.test(word)) && !permittedNames.includes(name)) found.push(`${file}: ${name}`)
    }
  }
  expect(found).toEqual([])
})

/** The layers that are features: they declare operations. */
const features = ['courses', 'checks', 'keys', 'usage', 'assets', 'releases', 'trash', 'delivery', 'reader', 'ai']
/**
 * The findings of checks are part of what a release, its dry run and the checks of a release return. Modules, lessons and
 * blocks have the operations of the outline in common.
 */
const sharedDeclarations = ['src/checks/type.ts', 'src/courses/outline/graphql/operations.ts']

test('a feature imports no other feature’s type, queries or mutations', () => {
  const featureOf = (file: string) => (layerOf(file) === 'courses' ? dirname(file) : layerOf(file))
  const isDeclaration = (file: string) =>
    features.includes(layerOf(file)) && /\/(type|queries|mutations|operations)\.ts$/.test(file)
  const across = imports.filter(
    ({ from, to }) =>
      layerIndex.get(layerOf(from))! >= layerIndex.get('courses')! &&
      layerOf(from) !== 'server' &&
      featureOf(from) !== featureOf(to) &&
      isServer(from) &&
      isDeclaration(to) &&
      !sharedDeclarations.includes(to),
  )
  expect(across.map(written)).toEqual([])
})

test('the APIs reach features and the database through the schema alone', () => {
  const behind = imports.filter(
    ({ from, to }) => layerOf(from) === 'api' && (features.includes(layerOf(to)) || to.startsWith('src/platform/db/')),
  )
  expect(behind.map(written)).toEqual([])
})

test('every file that declares a root field or a type of the schema is imported by the schema', async () => {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const loaded = new Set(['src/server/schema.ts'])
  for (const file of loaded) for (const { to } of targets.get(file) ?? []) loaded.add(to)
  const forgotten: string[] = []
  for await (const { file, text } of sources()) {
    const declares = /\bbuilder\s*\.(queryField|mutationField|subscriptionField|objectRef|inputType|enumType)\b/.test(
      text,
    )
    if (declares && !loaded.has(file)) forgotten.push(file)
  }
  expect(forgotten).toEqual([])
})

test('what runs in production is no development dependency', async () => {
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const wrong: string[] = []
  for await (const { file, text } of sources()) {
    if (!isServer(file)) continue
    for (const [statement, name] of text.matchAll(/^(?:import|export) .*from '([^.'][^']*)'/gm)) {
      const isType = statement.startsWith('import type')
      if (!isType && Object.keys(devDependencies).some((one) => name === one || name!.startsWith(`${one}/`)))
        wrong.push(`${file} → ${name}`)
    }
  }
  expect(wrong).toEqual([])
})

// V8 allocates such a function in its old generation, so that all it has captured (a request and its answer) stays until the
// next full collection. Code that runs once may do it.
test('in the path of a request, no function is written where a property gets it', async () => {
  const found: string[] = []
  for await (const { file, text } of sources()) {
    if (!isServer(file) || layerOf(file) === 'server') continue
    const assigned = /^.*[\w)\]]\.\w+ (\?\?|\|\|)?= (async )?(function\b|\([^)]*\) =>|\w+ =>).*$/gm
    for (const [line] of text.matchAll(assigned)) found.push(`${file}: ${line.trim()}`)
  }
  expect(found).toEqual([])
})
