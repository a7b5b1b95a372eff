import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeUuidV7 } from '../../src/courses/outline/writes.ts'
import { type KeyCommand, runKeyCommand } from '../../src/keys/admin-commands.ts'
import type { Database } from '../../src/platform/db/database.ts'
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

test('an invalid option of a new key changes nothing', async () => {
  const workspaceId = await makeWorkspace('Acme')
  const create = (more: object) => run({ do: 'create', name: 'x', ...more })
  await expect(create({ plan: 'gold' })).rejects.toThrow('--plan: must be one of professional, enterprise.')
  await expect(create({ scopes: 'courses:read,constructor' })).rejects.toThrow('--scopes: constructor is not a scope.')
  for (const expires of ['soon', '12345d', '-1d', ''])
    await expect(create({ plan: 'enterprise', expires })).rejects.toThrow('--expires: must be a date')
  await expect(create({ plan: 'enterprise', expires: '0d' })).rejects.toThrow('expiresAt: must be in the future')
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
    ['live', one],
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
    ['live', 'One', 'live', 'courses:read'],
    ['revoked', 'One', 'revoked', 'courses:read'],
    ['expired', 'One', 'expired', 'courses:read'],
  ]
  const theirs = ['live', 'Other', 'theirs', 'courses:read']
  expect([await listed(), await listed('One'), await listed(other)]).toEqual([[...ofOne, theirs], ofOne, [theirs]])
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
  expect(note).toBe('Only the newest 10000 are listed. Name a workspace to list others.')
})
