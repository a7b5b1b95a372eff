import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'
import { documents } from './documents.ts'
import { type Fence, fencesOf, isCommand } from './markdown.ts'

const run = promisify(execFile)
const isInstalled = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
const shells = [
  ['bash', '--norc'],
  ['zsh', '-f'],
].filter(([program]) => isInstalled(program!)) as [string, string][]

const withExamples = ['README.md', 'docs/rest.md', 'docs/graphql.md', 'docs/mcp.md', 'docs/ai.md']

/** A block of commands, and the output that the document shows for it. */
type Example = { commands: Fence; output: Fence | undefined }

async function examplesOf(file: string): Promise<Example[]> {
  const fences = await fencesOf(file)
  return fences.flatMap((commands, index) => {
    const next = fences[index + 1]
    const output = next && !isCommand(next) ? next : undefined
    return commands.language === 'sh' ? [{ commands, output }] : []
  })
}

const marker = '=== end of example'

/** What each example prints, run one after the other in one shell. They call the service, and do nothing else. */
async function outputsOf([shell, option]: [string, string], examples: readonly Example[], url: string, key: string) {
  const others = examples.filter(({ commands: { text } }) => !/^(curl|export|echo|\w+=\$\(curl) /.test(text))
  expect(others).toEqual([])
  const script = examples
    .map(({ commands }) => `${commands.text}\nprintf '%s\\n' '${marker}'`)
    .join('\n')
    .replaceAll('http://localhost:4000', url)
    .replaceAll('YOUR_API_KEY', key)
  // Some examples write a file.
  const cwd = await mkdtemp(join(tmpdir(), 'coursewright-examples-'))
  // The examples send a picture of the documentation.
  await symlink(resolve('docs'), join(cwd, 'docs'))
  const limits = { maxBuffer: 10_000_000, timeout: 30_000 }
  const { stdout, stderr } = await run(shell, [option, '-c', script], { cwd, ...limits })
  await rm(cwd, { recursive: true })
  expect(stderr).toBe('')
  return stdout.split(`${marker}\n`).slice(0, -1)
}

/** What differs from run to run, made the same. */
const normalized = (text: string) =>
  text
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
    .replaceAll('\r', '')

function mustPrint(printed: string, { commands, output }: Example): void {
  const at = `line ${commands.line}`
  if (output?.language === 'json') {
    expect([at, JSON.parse(normalized(printed))]).toEqual([at, JSON.parse(normalized(output.text))])
  } else if (output) {
    const lines = normalized(printed).split('\n')
    const shown = normalized(output.text).trim().split('\n')
    expect([at, shown.filter((line) => !lines.includes(line))]).toEqual([at, []])
  } else {
    expect([at, printed]).toEqual([at, expect.not.stringMatching(/"errors?":/)])
  }
}

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMIT_PROFESSIONAL: '600' } })
})
afterAll(() => service.close())

test.each(withExamples)('the commands of %s print what the document shows, in bash and in zsh', async (file) => {
  const examples = await examplesOf(file)
  for (const shell of shells) {
    const key = await service.key({ plan: 'professional' })
    const outputs = await outputsOf(shell, examples, service.url, key)
    expect([shell, outputs.length]).toEqual([shell, examples.length])
    for (const [index, example] of examples.entries()) mustPrint(outputs[index]!, example)
  }
})

const inSingleQuotes = /'[^']*'/g
const inDoubleQuotes = /"[^"]*"/g

/**
 * What an interactive shell would not take as it is meant: comments and unquoted patterns in zsh, `!` in both; and words
 * that stand for something else.
 */
function pitfallsOf(text: string): string[] {
  const expanded = text.replaceAll(inSingleQuotes, '')
  const unquoted = expanded.replaceAll(inDoubleQuotes, '')
  return [...(text.match(/…|<\w+>/g) ?? []), ...(expanded.match(/!/g) ?? []), ...(unquoted.match(/[#?*[\]]/g) ?? [])]
}

test('commands can be pasted into bash and zsh as they are', async () => {
  for (const file of await documents()) {
    const commands = (await fencesOf(file)).filter(isCommand)
    for (const { text, line } of commands) {
      const at = `${file}:${line}`
      expect([at, pitfallsOf(text)]).toEqual([at, []])
    }
    if (commands.length === 0) continue
    const all = commands.map(({ text }) => text).join('\n')
    for (const [shell, option] of shells) await run(shell, [option, '-n', '-c', all])
  }
})

test('every `npm run` of the documents is a script of the project', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'))
  for (const file of await documents()) {
    const named = [...(await readFile(file, 'utf8')).matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name]) => name!)
    expect([file, named.filter((name) => !(name in scripts))]).toEqual([file, []])
  }
})
