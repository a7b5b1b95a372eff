import { expect, test } from 'vitest'
import { call, keyIn, run, slow, somewhere, start, temporaryFolder } from './program.ts'

test(
  'a first start makes a sample course and prints a key that works; a second keeps all and prints none',
  async () => {
    const place = await somewhere()
    const first = await start(place)
    const key = keyIn(first.out())!
    const listed = await (await call(first, 'GET', '/courses', key)).json()
    expect(listed.data).toMatchObject([{ name: 'The Moon from Your Window', status: 'published' }])
    const tree = await (await call(first, 'GET', `/courses/${listed.data[0].id}/tree`, key)).json()
    const lessons = tree.data.modules.flatMap((module: { lessons: unknown[] }) => module.lessons)
    const types = lessons.flatMap((lesson: { blocks: { type: string }[] }) => lesson.blocks.map((block) => block.type))
    expect([tree.data.modules.length, lessons.length]).toEqual([3, 8])
    expect([...new Set(types)].sort()).toEqual(['code', 'image', 'interactive', 'quiz', 'text', 'video'])

    first.child.kill('SIGTERM')
    expect(await first.ended()).toBe(0)
    const second = await start(place)
    expect(keyIn(second.out())).toBeUndefined()
    expect(await (await call(second, 'GET', '/courses', key)).json()).toEqual(listed)
  },
  slow,
)

test(
  'what was acknowledged is there after kill -9 in the middle of writes, and a tree is there whole or not at all',
  async () => {
    const place = await somewhere()
    const program = await start(place)
    const key = keyIn(program.out())!
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
    await program.ended()

    const again = await start(place)
    for (const id of acknowledged) {
      const { data } = await (await call(again, 'GET', `/courses/${id}/tree`, key)).json()
      const blocks = data.modules.flatMap((module: { lessons: { blocks: unknown[] }[] }) => module.lessons[0]!.blocks)
      expect(blocks).toHaveLength(100)
    }
    const { data: all } = await (await call(again, 'GET', '/courses?per_page=100', key)).json()
    for (const { id, name } of all.filter((course: { name: string }) => course.name.startsWith('c-'))) {
      const { data } = await (await call(again, 'GET', `/courses/${id}/tree`, key)).json()
      expect([name, data.modules.length]).toEqual([name, 5])
    }
  },
  slow,
)

test(
  'a folder that another process uses is refused with a sentence',
  async () => {
    const DATA_DIR = await temporaryFolder()
    await start({ DATA_DIR })
    const second = run('src/server.ts', [], { DATA_DIR, PORT: '0' })
    expect(await second.ended()).toBe(1)
    expect(second.out()).toMatch(
      /^Another process uses the embedded database in .*: stop it, or name another folder in DATA_DIR\.$/m,
    )
  },
  slow,
)

test.each([
  ['a bad port', { PORT: 'abc' }, 'PORT'],
  ['half of a certificate', { TLS_CERT_FILE: 'cert.pem' }, 'TLS_KEY_FILE'],
  ['a short master key', { MCP_MASTER_API_KEY: 'short' }, 'MCP_MASTER_API_KEY: must have at least 32 characters.'],
  [
    'a database that does not answer',
    { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' },
    'PostgreSQL (DATABASE_URL) cannot be reached',
  ],
])(
  '%s stops the start with a sentence',
  async (_what, env: Record<string, string>, sentence) => {
    const program = run('src/server.ts', [], { DATA_DIR: await temporaryFolder(), PORT: '0', ...env })
    expect(await program.ended()).toBe(1)
    expect(program.out()).toContain(sentence)
    expect(program.out()).not.toMatch(/^\s+at /m)
  },
  slow,
)
