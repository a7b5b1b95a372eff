import { expect, test } from 'vitest'
import { call, keyIn, run, slow, somewhere, start } from './program.ts'

type Place = Record<string, string>

async function shell(place: Place, ...args: string[]) {
  const program = run('scripts/key.ts', args, place)
  return { code: await program.ended(), out: program.out() }
}

test(
  'a key from the shell works on the running service, and its revocation holds on the next request',
  async () => {
    const place = await somewhere()
    const service = await start(place)
    const made = await shell(place, 'create', '--name', 'ci', '--scopes', 'courses:read', '--expires', '90d')
    expect(made.code).toBe(0)
    const key = keyIn(made.out)!
    const [, id] = /Key ([\da-f-]{36}) of workspace Demo \([\da-f-]{36}, professional\): courses:read\./.exec(made.out)!
    expect((await call(service, 'GET', '/courses', key)).status).toBe(200)
    expect((await call(service, 'POST', '/courses', key, { name: 'x' })).status).toBe(403)

    const listed = await shell(place, 'list')
    expect(listed.out.trim().split('\n')).toEqual([
      expect.stringMatching(/\tcw_prod_\w{4}\tlive\tDemo\tFirst key\tcourses:read,/),
      `${id}\t${key.slice(0, 12)}\tlive\tDemo\tci\tcourses:read`,
    ])
    expect(await shell(place, 'revoke', id!)).toEqual({ code: 0, out: `${id} is revoked.\n` })
    const refused = await call(service, 'GET', '/courses', key)
    expect(refused.status).toBe(401)
    expect((await refused.json()).error.message).toBe('The API key has been revoked.')
  },
  slow,
)

test(
  'a change of plan from the shell holds on the next request',
  async () => {
    const place = await somewhere()
    const service = await start({ ...place, RATE_LIMIT_PROFESSIONAL: '500', RATE_LIMIT_ENTERPRISE: '5000' })
    const key = keyIn(service.out())!
    const limit = async () => (await call(service, 'GET', '/courses', key)).headers.get('x-ratelimit-limit')
    expect(await limit()).toBe('500')
    await shell(place, 'create', '--name', 'ci', '--plan', 'enterprise')
    expect(await limit()).toBe('5000')
  },
  slow,
)

test(
  'the first key of an empty database makes its workspace, and keeps the demo away',
  async () => {
    const place = await somewhere()
    const made = await shell(place, 'create', '--name', 'first', '--workspace', 'Acme', '--plan', 'enterprise')
    const spaces = await shell(place, 'workspaces')
    expect(spaces.out).toMatch(/^[\da-f-]{36}\tenterprise\tAcme\n$/)
    const service = await start(place)
    expect(keyIn(service.out())).toBeUndefined()
    const courses = await call(service, 'GET', '/courses', keyIn(made.out)!)
    expect((await courses.json()).data).toEqual([])
  },
  slow,
)

test(
  'what cannot be done is refused with a sentence, by a running service too',
  async () => {
    const place = await somewhere()
    await start(place)
    const refusals: [string[], string][] = [
      [['create', '--name', 'x', '--scopes', 'courses:own'], '--scopes: courses:own is none; there are courses:read, '],
      [['create', '--name', 'x', '--expires', 'soon'], '--expires: must be a date such as 2027-01-31, or '],
      [['create', '--name', 'x', '--expires', '2020-01-01'], 'expiresAt: must be in the future'],
      [['create', '--name', 'x', '--plan', 'gold'], '--plan: must be one of professional, enterprise.'],
      [['create'], "error: required option '--name <name>' not specified"],
      [['revoke', '0'], 'No key has the id 0.'],
    ]
    for (const [args, sentence] of refusals) {
      const { code, out } = await shell(place, ...args)
      expect({ args, code, out }).toEqual({ args, code: 1, out: expect.stringContaining(sentence) })
      expect(out.trim().split('\n')).toHaveLength(1)
    }
  },
  slow,
)
