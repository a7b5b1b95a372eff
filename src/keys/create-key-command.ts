import { z } from 'zod'
import { isPlan, planNames } from '../identity/plans.ts'
import { allScopes, isScope } from '../identity/scopes.ts'
import { parseInput } from '../operations/validation.ts'
import { replaceControlCharacters } from '../platform/control-characters.ts'
import { defineSqlStatement } from '../platform/db/statement.ts'
import { OperatorError } from '../platform/errors.ts'
import { createKey } from './create.ts'
import { latestKeyExpiry } from './insert-key.ts'
import type { KeyCommand, KeyCommandDependencies, KeyCommandResult } from './key-command.ts'
import { findOrCreateWorkspace } from './operator-workspace.ts'
import { createKeyInputSchema } from './rules.ts'

/**
 * Sets the plan of a workspace and the time of this change. An ID token that was issued before this time can no longer
 * change the plan.
 */
const setPlan = defineSqlStatement<never>(
  'workspace_set_plan',
  'UPDATE workspaces w SET plan = $2, plan_issued_at = $3::timestamptz WHERE w.id = $1',
)

const dayMs = 86_400_000
const daysPattern = /^(\d{1,4})d$/
const dateSchema = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/** Parses the expiry of a key: a number of days, a date, or a time with its time zone. */
function parseExpiry(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const days = daysPattern.exec(text)?.[1]
  if (days !== undefined) return new Date(Date.now() + Number(days) * dayMs)
  if (!dateSchema.safeParse(text).success)
    throw new OperatorError(
      '--expires: must be a date such as 2027-01-31, a time such as 2027-01-31T12:00:00Z, or a number of days such as 90d.',
    )
  return new Date(Math.min(Date.parse(text), latestKeyExpiry.getTime()))
}

function parseScopes(text: string | undefined) {
  const scopes = text?.split(',').map((scope) => scope.trim())
  const unknown = scopes?.find((scope) => !isScope(scope))
  if (unknown !== undefined)
    throw new OperatorError(`--scopes: ${unknown} is not a scope. Use ${allScopes.join(', ')}.`)
  return scopes
}

const expirySentence = (expiresAt: Date | null | undefined) =>
  expiresAt ? `It expires on ${expiresAt.toISOString()}.` : 'It never expires.'

/**
 * Tells all processes of the service that the plan of a workspace has changed. If this fails, returns the error message
 * instead of throwing, so that the command still prints the new API key.
 */
async function tellProcesses({ onKeysChanged }: KeyCommandDependencies, workspaceId: string): Promise<string[]> {
  try {
    await onKeysChanged(workspaceId)
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

/**
 * Creates an API key, and a workspace if necessary. If the command names a plan, the workspace gets this plan.
 * @throws OperatorError or ApiError if an option is invalid
 */
export async function runCreateKeyCommand(
  dependencies: KeyCommandDependencies,
  { name, workspace: requested, plan, scopes, expires }: KeyCommand & { do: 'create' },
): Promise<KeyCommandResult> {
  if (plan !== undefined && !isPlan(plan)) throw new OperatorError(`--plan: must be one of ${planNames.join(', ')}.`)
  const input = parseInput(createKeyInputSchema, { name, scopes: parseScopes(scopes), expiresAt: parseExpiry(expires) })
  const { workspace, key } = await dependencies.db.sql.transaction(async (tx) => {
    const workspace = await findOrCreateWorkspace(tx, requested, plan ?? 'professional')
    if (plan !== undefined) await tx.rows(setPlan, [workspace.id, plan, new Date().toISOString()])
    return { workspace, key: await createKey(tx, dependencies.keyPrefix, workspace.id, input) }
  })
  const isPlanChanged = plan !== undefined && plan !== workspace.plan
  const note = [
    `Key ${key.id} of the ${workspace.isNew ? 'new' : 'existing'} workspace ${workspace.name}`,
    `(${workspace.id}, ${plan ?? workspace.plan}): ${key.scopes.join(', ')}.`,
    expirySentence(input.expiresAt),
    'Its value is not shown again.',
    ...(isPlanChanged ? await tellProcesses(dependencies, workspace.id) : []),
  ].join(' ')
  return { lines: [key.value], note: replaceControlCharacters(note) }
}
