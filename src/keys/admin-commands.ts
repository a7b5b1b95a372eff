import { z } from 'zod'
import { makeUuidV7 } from '../courses/outline/writes.ts'
import { isPlan, planNames } from '../identity/plans.ts'
import { allScopes, isScope } from '../identity/scopes.ts'
import { parseInput } from '../operations/validation.ts'
import type { Database } from '../platform/db/database.ts'
import type { Prisma } from '../platform/db/generated/prisma/client.ts'
import { OperatorError } from '../platform/errors.ts'
import { isUuid } from '../platform/uuid.ts'
import { createKey, createKeyInputSchema, maxWorkspaceNameChars, revokeKey } from './rules.ts'

const text = z.string().max(maxWorkspaceNameChars)

const command = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('create'),
    name: text,
    workspace: text.optional(),
    plan: text.optional(),
    scopes: text.optional(),
    expires: text.optional(),
  }),
  z.strictObject({ do: z.literal('list'), workspace: text.optional() }),
  z.strictObject({ do: z.literal('revoke'), id: text }),
  z.strictObject({ do: z.literal('workspaces') }),
])

/** A command of `npm run key`, with its options as the operator typed them. */
export type KeyCommand = z.infer<typeof command>

/**
 * Parses a command that the admin socket received.
 * @throws OperatorError if the text is not a valid command
 */
export function parseKeyCommand(text: string): KeyCommand {
  try {
    return command.parse(JSON.parse(text))
  } catch (error) {
    throw new OperatorError('This is not a known command.', { cause: error })
  }
}

/** The output of a key command. Programs read `lines` from stdout, and people read `note` from stderr. */
export type KeyCommandResult = { lines: string[]; note?: string }

type Dependencies = {
  db: Database
  keyPrefix: string
  /**
   * Tells all running processes of the service that the keys of a workspace have changed, so that they read the keys
   * from the database again.
   */
  onKeysChanged(workspaceId: string): Promise<void>
}

const workspaceFilter = (workspace: string | undefined): Prisma.WorkspaceWhereInput =>
  workspace === undefined ? {} : isUuid(workspace) ? { id: workspace } : { name: workspace }

/**
 * Finds the workspace that an operator names by id or by name (`requested`). If `requested` is undefined, finds the
 * only workspace. Creates a workspace if none has the given name, or if no workspace exists at all.
 * @throws OperatorError if several workspaces match, or if no workspace has the given id
 */
async function findOrCreateWorkspace({ db }: Dependencies, requested: string | undefined, plan: string) {
  const found = await db.prisma.workspace.findMany({
    where: workspaceFilter(requested),
    orderBy: { id: 'asc' },
    take: 2,
  })
  if (found.length > 1)
    throw new OperatorError('Several workspaces match: use an id (`npm run key -- workspaces` lists them).')
  if (found[0]) return found[0]
  if (requested !== undefined && isUuid(requested)) throw new OperatorError(`No workspace has the id ${requested}.`)
  return db.prisma.workspace.create({ data: { id: makeUuidV7(), name: requested ?? 'Workspace', plan } })
}

const dayMs = 86_400_000

function parseExpiry(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const days = /^(\d{1,4})d$/.exec(text)?.[1]
  const time = days ? new Date(Date.now() + Number(days) * dayMs) : new Date(text)
  if (Number.isNaN(time.getTime()))
    throw new OperatorError('--expires: must be a date such as 2027-01-31, or a number of days such as 90d.')
  return time
}

function parseScopes(text: string | undefined) {
  const scopes = text?.split(',').map((scope) => scope.trim())
  const unknown = scopes?.find((scope) => !isScope(scope))
  if (unknown !== undefined)
    throw new OperatorError(`--scopes: ${unknown} is not a scope. Use ${allScopes.join(', ')}.`)
  return scopes
}

async function create(
  dependencies: Dependencies,
  { name, workspace: asked, plan, scopes, expires }: KeyCommand & { do: 'create' },
) {
  if (plan !== undefined && !isPlan(plan)) throw new OperatorError(`--plan: must be one of ${planNames.join(', ')}.`)
  const input = parseInput(createKeyInputSchema, { name, scopes: parseScopes(scopes), expiresAt: parseExpiry(expires) })
  const workspace = await findOrCreateWorkspace(dependencies, asked, plan ?? 'professional')
  if (plan !== undefined && plan !== workspace.plan) {
    await dependencies.db.prisma.workspace.update({ where: { id: workspace.id }, data: { plan } })
    await dependencies.onKeysChanged(workspace.id)
  }
  const key = await dependencies.db.sql.transaction((tx) => createKey(tx, dependencies.keyPrefix, workspace.id, input))
  const note =
    `Key ${key.id} of workspace ${workspace.name} (${workspace.id}, ${plan ?? workspace.plan}): ` +
    `${key.scopes.join(', ')}. Its value is not shown again.`
  return { lines: [key.value], note }
}

const maxLines = 10_000

const truncationNote = (lines: string[]) =>
  lines.length < maxLines ? {} : { note: `Only the newest ${maxLines} are listed. Name a workspace to list others.` }

async function list({ db }: Dependencies, { workspace }: KeyCommand & { do: 'list' }): Promise<KeyCommandResult> {
  const keys = await db.prisma.apiKey.findMany({
    where: { workspace: workspaceFilter(workspace) },
    include: { workspace: true },
    omit: { hash: true },
    orderBy: { id: 'desc' },
    take: maxLines,
  })
  const lines = keys.reverse().map(({ id, start, revokedAt, expiresAt, name, scopes, workspace: { name: of } }) => {
    const state = revokedAt ? 'revoked' : expiresAt && expiresAt <= new Date() ? 'expired' : 'live'
    return [id, start, state, of, name, scopes.join(',')].join('\t')
  })
  return { lines, ...truncationNote(lines) }
}

async function revoke(
  { db, onKeysChanged }: Dependencies,
  { id }: KeyCommand & { do: 'revoke' },
): Promise<KeyCommandResult> {
  const key = isUuid(id) ? await db.prisma.apiKey.findUnique({ where: { id } }) : null
  if (!key) throw new OperatorError(`No key has the id ${id}.`)
  await revokeKey(db.prisma, key.workspaceId, id)
  await onKeysChanged(key.workspaceId)
  return { lines: [], note: `${id} is revoked.` }
}

async function workspaces({ db }: Dependencies): Promise<KeyCommandResult> {
  const all = await db.prisma.workspace.findMany({ orderBy: { id: 'desc' }, take: maxLines })
  const lines = all.reverse().map(({ id, plan, name }) => [id, plan, name].join('\t'))
  return { lines, ...truncationNote(lines) }
}

/** Runs a command of `npm run key`. @throws OperatorError or ApiError if the command is invalid */
export async function runKeyCommand(command: KeyCommand, dependencies: Dependencies): Promise<KeyCommandResult> {
  switch (command.do) {
    case 'create':
      return create(dependencies, command)
    case 'list':
      return list(dependencies, command)
    case 'revoke':
      return revoke(dependencies, command)
    case 'workspaces':
      return workspaces(dependencies)
  }
}
