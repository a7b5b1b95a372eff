import { expect, test } from 'vitest'
import {
  call,
  findKey,
  makeEmptyEnvironment,
  makeEnvironment,
  processTimeoutMs,
  runProgram,
  startService,
} from './program.ts'

type Place = Record<string, string>

/** With Redis, a broadcast may arrive after the command has ended. A cached key would be used for 10 seconds. */
const broadcastTime = { timeout: 8000 }

async function shell(place: Place, ...args: string[]) {
  const program = runProgram('scripts/key.ts', args, place)
  return { code: await program.exitCode(), out: program.output() }
}

test(
  'a key from the command line works on the running service, and its revocation holds on the next request',
  async () => {
    const place = await makeEnvironment()
    const service = await startService(place)
    const made = await shell(place, 'create', '--name', 'ci', '--scopes', 'courses:read', '--expires', '90d')
    expect(made.code).toBe(0)
    const key = findKey(made.out)!
    const [, id] =
      /Key ([\da-f-]{36}) of the existing workspace Demo \([\da-f-]{36}, professional\): courses:read\./.exec(made.out)!
    expect((await call(service, 'GET', '/courses', key)).status).toBe(200)
    expect((await call(service, 'POST', '/courses', key, { name: 'x' })).status).toBe(403)

    const listed = await shell(place, 'list')
    expect(listed.out.trim().split('\n').slice(0, 2)).toEqual([
      expect.stringMatching(/\tcw_prod_\w{4}\tactive\tDemo\tFirst key\tcourses:read,/),
      `${id}\t${key.slice(0, 12)}\tactive\tDemo\tci\tcourses:read`,
    ])
    expect(await shell(place, 'revoke', id!)).toEqual({
      code: 0,
      out: expect.stringContaining(`${id} is revoked. This is the `),
    })
    const message = async () => (await (await call(service, 'GET', '/courses', key)).json()).error?.message
    await expect.poll(message, broadcastTime).toBe('The API key has been revoked.')
  },
  processTimeoutMs,
)

test(
  'a plan change from the command line holds on the next request',
  async () => {
    const place = await makeEnvironment()
    const service = await startService({ ...place, RATE_LIMIT_PROFESSIONAL: '500', RATE_LIMIT_ENTERPRISE: '5000' })
    const key = findKey(service.output())!
    const limit = async () => (await call(service, 'GET', '/courses', key)).headers.get('x-ratelimit-limit')
    expect(await limit()).toBe('500')
    await shell(place, 'create', '--name', 'ci', '--plan', 'enterprise')
    await expect.poll(limit, broadcastTime).toBe('5000')
  },
  processTimeoutMs,
)

test(
  'the first key of an empty database creates its workspace, and prevents the demo workspace',
  async () => {
    const place = await makeEnvironment()
    const options = ['--name', 'first', '--workspace', 'Acme', '--plan', 'enterprise']
    const made = await shell(place, 'create', ...options, '--new-database')
    const spaces = await shell(place, 'workspaces')
    expect(spaces.out).toMatch(/^[\da-f-]{36}\tenterprise\tAcme\n/)
    const service = await startService(place)
    expect(findKey(service.output())).toBeUndefined()
    const courses = await call(service, 'GET', '/courses', findKey(made.out)!)
    expect((await courses.json()).data).toEqual([])
  },
  processTimeoutMs,
)

test(
  'where there is no database, a command creates none and says so, unless it is asked to',
  async () => {
    const given = await makeEmptyEnvironment()
    // The database that every PostgreSQL server has is not one of the service.
    const other = given.DATABASE_URL && Object.assign(new URL(given.DATABASE_URL), { pathname: '/postgres' }).href
    const place = { ...given, ...(other && { DATABASE_URL: other }) }
    const where = other ? 'the PostgreSQL database postgres on ' : given.DATA_DIR!
    for (const args of [['create', '--name', 'lost'], ['list'], ['workspaces']]) {
      const { code, out } = await shell(place, ...args)
      const sentence = expect.stringMatching(/^There is nothing in the .* add --new-database/)
      expect([args, code, out]).toEqual([args, 1, sentence])
      expect(out).toContain(where)
    }
    if (other) return
    const made = await shell(place, 'create', '--name', 'first', '--new-database')
    expect([made.code, made.out]).toEqual([0, expect.stringContaining(where)])
    expect((await shell(place, 'create', '--name', 'second')).code).toBe(0)
  },
  processTimeoutMs,
)

test(
  'an invalid command fails with a single sentence, also through a running service',
  async () => {
    const place = await makeEnvironment()
    await startService(place)
    const refusals: [string[], string][] = [
      [
        ['create', '--name', 'x', '--scopes', 'courses:own'],
        '--scopes: courses:own is not a scope. Use courses:read, ',
      ],
      [['create', '--name', 'x', '--expires', 'soon'], '--expires: must be a date such as 2027-01-31, a time '],
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
  processTimeoutMs,
)
