import { allScopes, isScope } from '../auth/scopes.ts'
import { check, isId } from '../checks.ts'
import type { Database } from '../db/client.ts'
import type { Prisma } from '../db/generated/prisma/client.ts'
import { OperatorError } from '../errors.ts'
import { isPlan, plans } from '../limits/plans.ts'
import { newId } from '../outline/writes.ts'
import { makeKey, newKey, revokeKey } from './rules.ts'

/** What an operator asks for in the shell, with the options as they were typed. */
export type Command =
  | { do: 'create'; name: string; workspace?: string; plan?: string; scopes?: string; expires?: string }
  | { do: 'list'; workspace?: string }
  | { do: 'revoke'; id: string }
  | { do: 'workspaces' }

/** The answer: lines for a program to read, and a sentence beside them for a person. */
export type Told = { lines: string[]; note?: string }

type Parts = {
  db: Database
  keyPrefix: string
  /** Makes running services ask the database again about a workspace's keys. */
  changed(workspaceId: string): Promise<void>
}

const named = (workspace: string | undefined): Prisma.WorkspaceWhereInput =>
  workspace === undefined ? {} : isId(workspace) ? { id: workspace } : { name: workspace }

/** The workspace that is meant: by id, by name (one that is new makes it), or the only one there is. */
async function workspaceOf({ db }: Parts, asked: string | undefined, plan: string) {
  const found = await db.prisma.workspace.findMany({ where: named(asked), orderBy: { id: 'asc' }, take: 2 })
  if (found.length > 1)
    throw new OperatorError('There are several such workspaces: name one by its id (`npm run key -- workspaces`).')
  if (found[0]) return found[0]
  if (asked !== undefined && isId(asked)) throw new OperatorError(`No workspace has the id ${asked}.`)
  return db.prisma.workspace.create({ data: { id: newId(), name: asked ?? 'Workspace', plan } })
}

const dayMs = 86_400_000

function expiryOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const days = /^(\d{1,4})d$/.exec(text)?.[1]
  const time = days ? new Date(Date.now() + Number(days) * dayMs) : new Date(text)
  if (Number.isNaN(time.getTime()))
    throw new OperatorError('--expires: must be a date such as 2027-01-31, or a number of days such as 90d.')
  return time
}

function scopesOf(text: string | undefined) {
  const scopes = text?.split(',').map((scope) => scope.trim())
  const unknown = scopes?.find((scope) => !isScope(scope))
  if (unknown !== undefined) throw new OperatorError(`--scopes: ${unknown} is none; there are ${allScopes.join(', ')}.`)
  return scopes
}

async function create(parts: Parts, { name, workspace: asked, plan, scopes, expires }: Command & { do: 'create' }) {
  if (plan !== undefined && !isPlan(plan)) throw new OperatorError(`--plan: must be one of ${plans.join(', ')}.`)
  const input = check(newKey, { name, scopes: scopesOf(scopes), expiresAt: expiryOf(expires) })
  const workspace = await workspaceOf(parts, asked, plan ?? 'professional')
  if (plan !== undefined && plan !== workspace.plan) {
    await parts.db.prisma.workspace.update({ where: { id: workspace.id }, data: { plan } })
    await parts.changed(workspace.id)
  }
  const key = await makeKey(parts.db.prisma, parts.keyPrefix, workspace.id, input)
  const note =
    `Key ${key.id} of workspace ${workspace.name} (${workspace.id}, ${plan ?? workspace.plan}): ` +
    `${key.scopes.join(', ')}. Its value is not shown again.`
  return { lines: [key.value], note }
}

async function list({ db }: Parts, { workspace }: Command & { do: 'list' }): Promise<Told> {
  const keys = await db.prisma.apiKey.findMany({
    where: { workspace: named(workspace) },
    include: { workspace: true },
    omit: { hash: true },
    orderBy: { id: 'asc' },
  })
  const lines = keys.map(({ id, start, revokedAt, expiresAt, name, scopes, workspace: { name: of } }) => {
    const state = revokedAt ? 'revoked' : expiresAt && expiresAt <= new Date() ? 'expired' : 'live'
    return [id, start, state, of, name, scopes.join(',')].join('\t')
  })
  return { lines }
}

async function revoke({ db, changed }: Parts, { id }: Command & { do: 'revoke' }): Promise<Told> {
  const key = isId(id) ? await db.prisma.apiKey.findUnique({ where: { id } }) : null
  if (!key) throw new OperatorError(`No key has the id ${id}.`)
  await revokeKey(db.prisma, key.workspaceId, id)
  await changed(key.workspaceId)
  return { lines: [], note: `${id} is revoked.` }
}

async function workspaces({ db }: Parts): Promise<Told> {
  const all = await db.prisma.workspace.findMany({ orderBy: { id: 'asc' } })
  return { lines: all.map(({ id, plan, name }) => [id, plan, name].join('\t')) }
}

/**
 * Does what an operator asks for.
 * @throws OperatorError or ApiError with a sentence about what was typed
 */
export async function obey(command: Command, parts: Parts): Promise<Told> {
  switch (command.do) {
    case 'create':
      return create(parts, command)
    case 'list':
      return list(parts, command)
    case 'revoke':
      return revoke(parts, command)
    case 'workspaces':
      return workspaces(parts)
  }
}
