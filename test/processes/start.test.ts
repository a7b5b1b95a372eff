import { expect, test } from 'vitest'
import {
  call,
  findKey,
  makeEmptyEnvironment,
  processTimeoutMs,
  runProgram,
  startService,
  temporaryFolder,
} from './program.ts'

test(
  'the first start creates a sample course and prints a working key, and the second keeps both and prints none',
  async () => {
    const place = await makeEmptyEnvironment()
    const first = await startService(place)
    expect(first.output()).toMatch(/^Coursewright is ready\./)
    const key = findKey(first.output())!
    const listed = await (await call(first, 'GET', '/courses', key)).json()
    expect(listed.data).toMatchObject([{ name: 'The Moon from Your Window', status: 'published' }])
    const tree = await (await call(first, 'GET', `/courses/${listed.data[0].id}/tree`, key)).json()
    const lessons = tree.data.modules.flatMap((module: { lessons: unknown[] }) => module.lessons)
    const types = lessons.flatMap((lesson: { blocks: { type: string }[] }) => lesson.blocks.map((block) => block.type))
    expect([tree.data.modules.length, lessons.length]).toEqual([3, 8])
    expect([...new Set(types)].sort()).toEqual(['code', 'image', 'interactive', 'quiz', 'text', 'video'])

    first.child.kill('SIGTERM')
    expect(await first.exitCode()).toBe(0)
    const second = await startService(place)
    expect(findKey(second.output())).toBeUndefined()
    expect(await (await call(second, 'GET', '/courses', key)).json()).toEqual(listed)
  },
  processTimeoutMs,
)

test(
  'acknowledged writes survive kill -9, and a course tree is saved completely or not at all',
  async () => {
    const place = await makeEmptyEnvironment()
    const program = await startService(place)
    const key = findKey(program.output())!
    const acknowledged: string[] = []
    const tree = (name: string) => ({
      name,
      modules: Array.from({ length: 5 }, (_, m) => ({
        name: `M${m}`,
        lessons: [
          { name: 'L', blocks: Array.from({ length: 20 }, (_, b) => ({ type: 'text', content: { text: `${b}` } })) },
        ],
      })),
    })
    async function write(writer: number): Promise<void> {
      for (let count = 0; ; count++) {
        const answer = await call(program, 'POST', '/courses', key, tree(`c-${writer}-${count}`)).catch(() => undefined)
        if (!answer?.ok) return
        const body = await answer.json().catch(() => undefined)
        if (body) acknowledged.push(body.data.id)
        if (acknowledged.length === 12) program.child.kill('SIGKILL')
      }
    }
    await Promise.all([0, 1, 2, 3].map(write))
    await program.exitCode()

    const again = await startService(place)
    for (const id of acknowledged) {
      const { data, error } = await (await call(again, 'GET', `/courses/${id}/tree`, key)).json()
      expect(error).toBeUndefined()
      const blocks = data.modules.flatMap((module: { lessons: { blocks: unknown[] }[] }) => module.lessons[0]!.blocks)
      expect(blocks).toHaveLength(100)
    }
    const { data: all } = await (await call(again, 'GET', '/courses?per_page=100', key)).json()
    for (const { id, name } of all.filter((course: { name: string }) => course.name.startsWith('c-'))) {
      const { data, error } = await (await call(again, 'GET', `/courses/${id}/tree`, key)).json()
      expect(error).toBeUndefined()
      expect([name, data.modules.length]).toEqual([name, 5])
    }
  },
  processTimeoutMs,
)

test(
  'a start in a data folder that another process uses fails with a sentence',
  async () => {
    const DATA_DIR = await temporaryFolder()
    await startService({ DATA_DIR })
    const second = runProgram('src/main.js', [], { DATA_DIR, PORT: '0' })
    expect(await second.exitCode()).toBe(1)
    expect(second.output()).toMatch(
      /^Another process uses the embedded database in .*: stop it, or name another folder in DATA_DIR\.$/m,
    )
  },
  processTimeoutMs,
)

test.each([
  ['an invalid port', { PORT: 'abc' }, 'PORT'],
  ['a certificate without a key', { TLS_CERT_FILE: 'cert.pem' }, 'TLS_KEY_FILE'],
  [
    'a short master key in production',
    { NODE_ENV: 'production', MCP_MASTER_API_KEY: 'short' },
    'MCP_MASTER_API_KEY: must have at least 32 characters.',
  ],
  [
    'an unreachable database',
    { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' },
    'PostgreSQL (DATABASE_URL) cannot be reached',
  ],
])(
  '%s stops the start with a sentence',
  async (_what, env: Record<string, string>, sentence) => {
    const program = runProgram('src/main.js', [], { DATA_DIR: await temporaryFolder(), PORT: '0', ...env })
    expect(await program.exitCode()).toBe(1)
    expect(program.output()).toContain(sentence)
    expect(program.output()).not.toMatch(/^\s+at /m)
  },
  processTimeoutMs,
)
