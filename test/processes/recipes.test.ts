import { exec, execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyStep, readRecipes } from '../support/recipes.ts'

/** The last commands of a recipe that need the npm registry, a line in the changelog, or many minutes. */
const leftOut = ['npm run sdk', 'npm run api:changes', 'npm run format', 'npm test']

/** Tests that go over everything that the four recipes add: each field, operation, type of block and scope. */
const contracts = [
  'test/courses/records/fields.test.ts',
  'test/courses/records/passing-score.test.ts',
  'test/courses/course/name.test.ts',
  'test/courses/block/content.test.ts',
  'test/api/mcp/toolsets.test.ts',
  'test/api/rest/refusals.test.ts',
]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coursewright-recipes-'))
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-co', '--exclude-standard'])
  for (const file of stdout.trim().split('\n')) await cp(file, join(folder, file))
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs a command in the copy, on the embedded database. Its output is the error if it fails. */
async function run(command: string): Promise<void> {
  const { TEST_DATABASE_URL: _database, TEST_REDIS_URL: _redis, VITEST: _vitest, ...env } = process.env
  const options = { cwd: folder, env: { ...env, CI: '' }, maxBuffer: 100_000_000 }
  await promisify(exec)(command, options).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
    throw new Error(`${command}\n${stdout.slice(-8000)}\n${stderr.slice(-8000)}`)
  })
}

test('the recipes add a field, an operation, a type of block and a scope that keep every contract', {
  timeout: 600_000,
}, async () => {
  const { steps, commands } = await readRecipes()
  for (const step of steps) await applyStep(folder, step, run)
  expect(commands).toEqual(expect.arrayContaining(leftOut))
  for (const command of commands.filter((one) => !leftOut.includes(one))) {
    const isLastOfTests = command.startsWith('npm test') && !command.endsWith('--update')
    await run(isLastOfTests ? `${command} ${contracts.join(' ')}` : command)
  }
  await run('npm exec biome check -- --error-on-warnings src test')
})
