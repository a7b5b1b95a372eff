import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runKeyCommand } from '../../src/keys/admin-commands.ts'
import type { KeyCommand } from '../../src/keys/key-command.ts'
import { findOrCreateWorkspace } from '../../src/keys/operator-workspace.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { OperatorError } from '../../src/platform/errors.ts'
import { makeUuidV7 } from '../../src/platform/uuid.ts'
import { whileRowsAreLocked } from '../support/row-locks.ts'
import { freshDatabase } from '../support/service.ts'

let db: Database
/** The workspaces whose processes were told that keys have changed. */
let told: string[]
beforeAll(async () => {
  ;({ db } = await freshDatabase())
})
beforeEach(async () => {
  told = []
  await db.prisma.apiKey.deleteMany()
  await db.prisma.workspace.deleteMany()
})
afterAll(() => db.close())

const run = (command: KeyCommand) =>
  runKeyCommand(command, { db, keyPrefix: 'cw', onKeysChanged: async (workspaceId) => void told.push(workspaceId) })
const makeWorkspace = async (name: string, plan = 'professional') =>
  (await db.prisma.workspace.create({ data: { id: makeUuidV7(), name, plan } })).id
const keyOf = async (workspaceId: string) => db.prisma.apiKey.findFirstOrThrow({ where: { workspaceId } })

test('a key is created in the only workspace, in one that is named, or in a new one', async () => {
  await run({ do: 'create', name: 'first' })
  const [only] = await db.prisma.workspace.findMany()
  expect(only).toMatchObject({ name: 'Workspace', plan: 'professional' })
  await run({ do: 'create', name: 'second' })
  expect(await db.prisma.apiKey.count({ where: { workspaceId: only!.id } })).toBe(2)
  await run({ do: 'create', name: 'third', workspace: 'Acme' })
  await run({ do: 'create', name: 'fourth', workspace: 'Acme' })
  const acme = await db.prisma.workspace.findFirstOrThrow({ where: { name: 'Acme' } })
  await run({ do: 'create', name: 'fifth', workspace: acme.id })
  expect(await db.prisma.apiKey.count({ where: { workspaceId: acme.id } })).toBe(3)
})

test('no key is created while several workspaces match, or none has the id', async () => {
  await makeWorkspace('Twin')
  await makeWorkspace('Twin')
  const several = 'Several workspaces match: use an id (`npm run key -- workspaces` lists them).'
  await expect(run({ do: 'create', name: 'x' })).rejects.toThrow(several)
  await expect(run({ do: 'create', name: 'x', workspace: 'Twin' })).rejects.toThrow(several)
  const unknown = makeUuidV7()
  await expect(run({ do: 'create', name: 'x', workspace: unknown })).rejects.toThrow(
    `No workspace has the id ${unknown}.`,
  )
  expect([await db.prisma.apiKey.count(), await db.prisma.workspace.count()]).toEqual([0, 2])
})

test('the note says whether the workspace is new', async () => {
  const { note: ofNew } = await run({ do: 'create', name: 'x', workspace: 'Acme' })
  const { note: ofExisting } = await run({ do: 'create', name: 'x', workspace: 'Acme' })
  const { id } = await db.prisma.workspace.findFirstOrThrow()
  expect(ofNew).toContain(`of the new workspace Acme (${id}, professional): courses:read,`)
  expect(ofExisting).toContain(`of the existing workspace Acme (${id}, professional): courses:read,`)
})

test('a workspace of people is found by its id, and not by its name, which a person chose', async () => {
  const theirs = await makeWorkspace('Acme')
  const person = { id: makeUuidV7(), issuer: 'https://id.example.com', subject: 'mallory', workspaceId: theirs }
  await db.prisma.user.create({ data: person })
  await expect(run({ do: 'create', name: 'x', workspace: 'Acme' })).rejects.toThrow(
    'People use the workspace Acme, and a person can choose its name: use its id (`npm run key -- workspaces` lists it).',
  )
  await run({ do: 'create', name: 'x', workspace: theirs })
  expect(await keyOf(theirs)).toMatchObject({ name: 'x' })
  const ours = await makeWorkspace('Acme')
  const { note } = await run({ do: 'create', name: 'y', workspace: 'Acme' })
  expect(note).toContain(`existing workspace Acme (${ours}, `)
})

test('an empty name of a workspace is refused', async () => {
  for (const workspace of ['', ' '])
    await expect(run({ do: 'create', name: 'x', workspace })).rejects.toThrow('--workspace: must not be empty.')
  expect(await db.prisma.workspace.count()).toBe(0)
})

test('a command waits while another creates the workspace that both name, and then uses it', async () => {
  await whileRowsAreLocked(
    { db },
    (tx) => findOrCreateWorkspace(tx, 'Acme', 'professional'),
    () => run({ do: 'create', name: 'ci', workspace: 'Acme' }),
  )
  expect([await db.prisma.workspace.count(), await db.prisma.apiKey.count()]).toEqual([1, 1])
})

test('a key that cannot be created changes no plan and creates no workspace', async () => {
  const workspaceId = await makeWorkspace('Acme')
  await db.prisma.$executeRaw`
    INSERT INTO api_keys (id, workspace_id, name, hash, start, environment, scopes)
    SELECT gen_random_uuid(), ${workspaceId}::uuid, 'k', sha256(convert_to(number::text, 'UTF8')), 'cw', 'prod', '{}'
    FROM generate_series(1, 1000) AS number`
  await expect(run({ do: 'create', name: 'x', plan: 'enterprise' })).rejects.toThrow('The workspace has 1000 keys.')
  expect((await db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } })).plan).toBe('professional')
  expect(told).toEqual([])
})

test('the value of a key is shown although the processes cannot be told of the plan', async () => {
  const workspaceId = await makeWorkspace('Acme')
  const onKeysChanged = () => Promise.reject(new OperatorError('It is done, but Redis cannot be told.'))
  const command = { do: 'create', name: 'x', plan: 'enterprise' } as const
  const { lines, note } = await runKeyCommand(command, { db, keyPrefix: 'cw', onKeysChanged })
  expect(lines).toEqual([expect.stringMatching(/^cw_prod_/)])
  expect(note).toMatch(/Its value is not shown again\. It is done, but Redis cannot be told\.$/)
  expect(await keyOf(workspaceId)).toMatchObject({ name: 'x' })
})

test('an invalid option of a new key changes nothing', async () => {
  const workspaceId = await makeWorkspace('Acme')
  const create = (more: object) => run({ do: 'create', name: 'x', ...more })
  await expect(create({ plan: 'gold' })).rejects.toThrow('--plan: must be one of professional, enterprise.')
  await expect(create({ scopes: 'courses:read,constructor' })).rejects.toThrow('--scopes: constructor is not a scope.')
  const noDates = [
    '45',
    '2027',
    '2027-02-31',
    '2027-02-29T00:00:00Z',
    '2027-01-31T12:00:00',
    '31 January 2027',
    '10000',
  ]
  for (const expires of ['soon', '12345d', '-1d', '', ...noDates])
    await expect(create({ plan: 'enterprise', expires }), expires).rejects.toThrow('--expires: must be a date')
  for (const expires of ['0d', '2020-01-31'])
    await expect(create({ plan: 'enterprise', expires })).rejects.toThrow('expiresAt: must be in the future')
  expect(await db.prisma.apiKey.count()).toBe(0)
  expect((await db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } })).plan).toBe('professional')
})

test('a key has the scopes and the days that are named, with spaces around a scope', async () => {
  const workspaceId = await makeWorkspace('Acme')
  const before = Date.now()
  await run({ do: 'create', name: 'x', scopes: 'courses:read, courses:write', expires: '90d' })
  const { scopes, expiresAt } = await keyOf(workspaceId)
  expect(scopes).toEqual(['courses:read', 'courses:write'])
  expect(expiresAt!.getTime() - before).toBeGreaterThanOrEqual(90 * 86_400_000)
  expect(expiresAt!.getTime() - Date.now()).toBeLessThanOrEqual(90 * 86_400_000)
})

test.each([
  ['2072-02-29', '2072-02-29T00:00:00.000Z'],
  ['2072-01-31T12:30:00+02:00', '2072-01-31T10:30:00.000Z'],
  ['9999-12-31T23:59:59-12:00', '9999-12-31T23:59:59.000Z'],
])('a key that expires on %s says so', async (expires, expected) => {
  const workspaceId = await makeWorkspace('Acme')
  const { note } = await run({ do: 'create', name: 'x', expires })
  expect(note).toContain(`It expires on ${expected}. Its value is not shown again.`)
  expect((await keyOf(workspaceId)).expiresAt?.toISOString()).toBe(expected)
})

test('a key that never expires says so', async () => {
  const { note } = await run({ do: 'create', name: 'x' })
  expect(note).toContain('It never expires. Its value is not shown again.')
})

test('processes are told of a changed plan and of a revoked key, and of nothing else', async () => {
  const workspaceId = await makeWorkspace('Acme')
  await run({ do: 'create', name: 'x', plan: 'professional' })
  await run({ do: 'create', name: 'x' })
  expect(told).toEqual([])
  await run({ do: 'create', name: 'x', plan: 'enterprise' })
  expect(told).toEqual([workspaceId])
  expect((await db.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } })).plan).toBe('enterprise')
  const { id } = await keyOf(workspaceId)
  expect(await run({ do: 'revoke', id })).toEqual({ lines: [], note: `${id} is revoked.` })
  expect(told).toEqual([workspaceId, workspaceId])
  expect(await db.prisma.apiKey.count({ where: { revokedAt: null } })).toBe(2)
  for (const missing of ['0', makeUuidV7()])
    await expect(run({ do: 'revoke', id: missing })).rejects.toThrow(`No key has the id ${missing}.`)
  expect(told).toHaveLength(2)
})

test('keys are listed oldest first with their state, of all workspaces or of one', async () => {
  const [one, other] = [await makeWorkspace('One'), await makeWorkspace('Other')]
  for (const [name, workspace] of [
    ['active', one],
    ['revoked', one],
    ['expired', one],
    ['theirs', other],
  ] as const)
    await run({ do: 'create', name, workspace, scopes: 'courses:read' })
  const past = new Date(Date.now() - 1)
  await db.prisma.apiKey.updateMany({ where: { name: 'revoked' }, data: { revokedAt: past } })
  await db.prisma.apiKey.updateMany({ where: { name: 'expired' }, data: { expiresAt: past } })
  const listed = async (workspace?: string) =>
    (await run({ do: 'list', workspace })).lines.map((line) => line.split('\t').slice(2))
  const ofOne = [
    ['active', 'One', 'active', 'courses:read'],
    ['revoked', 'One', 'revoked', 'courses:read'],
    ['expired', 'One', 'expired', 'courses:read'],
  ]
  const theirs = ['active', 'Other', 'theirs', 'courses:read']
  expect([await listed(), await listed('One'), await listed(other)]).toEqual([[...ofOne, theirs], ofOne, [theirs]])
})

test('a name with line breaks, tabs and terminal codes stays in its own cell of the output', async () => {
  const workspaceId = await makeWorkspace('M\nfake\t\u001b[2K', 'gold\r\u009b1A')
  const { note } = await run({ do: 'create', name: 'a\u001b[2K\nfake\tlive\u202e', scopes: 'courses:read' })
  const [key, ...otherKeys] = (await run({ do: 'list' })).lines
  const { lines: workspaces } = await run({ do: 'workspaces' })
  const expected = ['active', 'M\ufffdfake\ufffd\ufffd[2K', 'a\ufffd[2K\ufffdfake\ufffdlive\ufffd', 'courses:read']
  expect([key?.split('\t').slice(2), otherKeys]).toEqual([expected, []])
  expect(workspaces).toEqual([`${workspaceId}\tgold\ufffd\ufffd1A\tM\ufffdfake\ufffd\ufffd[2K`])
  expect(note).toContain('M\ufffdfake\ufffd\ufffd[2K')
})

test('the list of workspaces has the newest ten thousand, oldest first, and says that there are more', async () => {
  await db.prisma.$executeRaw`
    INSERT INTO workspaces (id, name, plan)
    SELECT lpad(number::text, 32, '0')::uuid, 'w' || number, 'professional' FROM generate_series(1, 10001) AS number`
  const { lines, note } = await run({ do: 'workspaces' })
  expect([lines.length, lines[0], lines.at(-1)?.split('\t')[2]]).toEqual([
    10_000,
    `${'2'.padStart(32, '0').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}\tprofessional\tw2`,
    'w10001',
  ])
  expect(note).toBe('At most the newest 10000 are listed.')
})
