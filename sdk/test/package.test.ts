import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApiClientCodeExamples } from '../../src/dashboard/app/connect/snippets.ts'
import { startTestService, type TestService } from '../../test/support/service.ts'

const sdk = new URL('..', import.meta.url).pathname
/** The programs of the system: a user has neither the Node.js nor the compiler of this project. */
const PATH = process.env
  .PATH!.split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)
const run = (command: string, args: string[], cwd: string, env: Record<string, string> = {}) =>
  promisify(execFile)(command, args, { cwd, env: { PATH, HOME: process.env.HOME!, NODE_OPTIONS: '', ...env } })

let service: TestService
let folder: string
let files: string[]
beforeAll(async () => {
  service = await startTestService()
  folder = await mkdtemp(join(tmpdir(), 'coursewright-client-'))
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], sdk)
  const [pack] = JSON.parse(stdout)
  files = pack.files.map(({ path }: { path: string }) => path)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', `./${pack.filename}`], folder)
}, 300_000)
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

const readme = await readFile(join(sdk, 'README.md'), 'utf8')
const exampleBelow = (heading: string) =>
  new RegExp(`## ${heading}\\n.*?\`\`\`[jt]s\\n(.+?)\`\`\``, 's').exec(readme)![1]!

test('the package has what it exports, its licence and its README, and no more', async () => {
  const { exports, license, private: isPrivate } = JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8'))
  expect([license, isPrivate]).toEqual(['MIT', undefined])
  const exported = Object.values<string | Record<string, string>>(exports).flatMap((entry) =>
    typeof entry === 'string' ? [entry] : Object.values(entry),
  )
  expect(files).toEqual(expect.arrayContaining(exported.map((path) => path.slice(2))))
  expect(files.filter((path) => !path.startsWith('dist/')).toSorted()).toEqual(['LICENSE', 'README.md', 'package.json'])
})

test('the first example of the README runs on the Node.js of the system, in a folder that has only the package', async () => {
  await writeFile(join(folder, 'course.mjs'), exampleBelow('A course'))
  const env = { COURSEWRIGHT_URL: service.url, COURSEWRIGHT_KEY: await service.key() }
  const { stdout } = await run('node', ['course.mjs'], folder, env)
  expect(stdout).toBe('Botany 2 1\n')
})

test('the lines that the Connect page shows run as they are copied', async () => {
  const typed = makeApiClientCodeExamples(service.url).find(({ id }) => id === 'typed')!
  const { text, label } = typed.snippets.at(-1)!
  await writeFile(join(folder, label), text)
  const { stdout } = await run('node', [label], folder, { COURSEWRIGHT_KEY: await service.key() })
  expect(stdout).toBe('Botany draft\n')
})

test('a program is compiled with the types of the package, whose mistakes the compiler names', async () => {
  const program = `import { createClient } from '@coursewright/client'
const client = createClient({ baseUrl: 'http://localhost:4000', apiKey: 'key' })
const course = await client.courses.create({ name: 'Botany' })
for await (const { name } of client.modules.list(course)) name satisfies string
await client.courses.create({ title: 'Botany' })
`
  await writeFile(join(folder, 'program.ts'), program)
  const settings = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom,dom.asynciterable']
  const compiler = join(sdk, 'node_modules/typescript/bin/tsc')
  const { stdout } = await run(process.execPath, [compiler, ...settings, '--noEmit', 'program.ts'], folder).catch(
    (error: { stdout: string }) => error,
  )
  expect(stdout.match(/error TS/g)?.length).toBe(1)
  expect(stdout).toContain(
    "program.ts(5,31): error TS2353: Object literal may only specify known properties, and 'title'",
  )
}, 300_000)
