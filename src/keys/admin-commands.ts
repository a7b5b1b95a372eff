import { replaceControlCharacters } from '../platform/control-characters.ts'
import type { Prisma } from '../platform/db/generated/prisma/client.ts'
import { OperatorError } from '../platform/errors.ts'
import { isUuid } from '../platform/uuid.ts'
import { runCreateKeyCommand } from './create-key-command.ts'
import type { KeyCommand, KeyCommandDependencies, KeyCommandResult } from './key-command.ts'
import { revokeKey } from './revoke.ts'

const workspaceFilter = (workspace: string | undefined): Prisma.WorkspaceWhereInput =>
  workspace === undefined ? {} : isUuid(workspace) ? { id: workspace } : { name: workspace }

/** Formats one line of output. Names come from tokens and clients, so they could contain control characters. */
const formatLine = (cells: readonly string[]) => cells.map(replaceControlCharacters).join('\t')

const maxLines = 10_000

const truncationNote = (lines: string[]) =>
  lines.length < maxLines ? {} : { note: `At most the newest ${maxLines} are listed.` }

async function listKeys(
  { db }: KeyCommandDependencies,
  { workspace }: KeyCommand & { do: 'list' },
): Promise<KeyCommandResult> {
  const keys = await db.prisma.apiKey.findMany({
    where: { workspace: workspaceFilter(workspace) },
    include: { workspace: true },
    omit: { hash: true },
    orderBy: { id: 'desc' },
    take: maxLines,
  })
  const lines = keys.reverse().map(({ id, start, revokedAt, expiresAt, name, scopes, workspace: { name: of } }) => {
    const state = revokedAt ? 'revoked' : expiresAt && expiresAt <= new Date() ? 'expired' : 'active'
    return formatLine([id, start, state, of, name, scopes.join(',')])
  })
  return { lines, ...truncationNote(lines) }
}

async function revokeKeyById(
  { db, onKeysChanged }: KeyCommandDependencies,
  { id }: KeyCommand & { do: 'revoke' },
): Promise<KeyCommandResult> {
  const key = isUuid(id) ? await db.prisma.apiKey.findUnique({ where: { id } }) : null
  if (!key) throw new OperatorError(`No key has the id ${id}.`)
  await revokeKey(db.prisma, key.workspaceId, id)
  await onKeysChanged(key.workspaceId)
  return { lines: [], note: `${id} is revoked.` }
}

async function listWorkspaces({ db }: KeyCommandDependencies): Promise<KeyCommandResult> {
  const all = await db.prisma.workspace.findMany({ orderBy: { id: 'desc' }, take: maxLines })
  const lines = all.reverse().map(({ id, plan, name }) => formatLine([id, plan, name]))
  return { lines, ...truncationNote(lines) }
}

/** Runs a command of `npm run key`. @throws OperatorError or ApiError if the command is invalid */
export async function runKeyCommand(
  command: KeyCommand,
  dependencies: KeyCommandDependencies,
): Promise<KeyCommandResult> {
  switch (command.do) {
    case 'create':
      return runCreateKeyCommand(dependencies, command)
    case 'list':
      return listKeys(dependencies, command)
    case 'revoke':
      return revokeKeyById(dependencies, command)
    case 'workspaces':
      return listWorkspaces(dependencies)
  }
}
