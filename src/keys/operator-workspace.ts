import { findOnlyWorkspace, findWorkspace, type WorkspaceRow } from '../identity/workspaces.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { OperatorError } from '../platform/errors.ts'
import { isUuid, makeUuidV7 } from '../platform/uuid.ts'

const byName = defineSqlStatement<WorkspaceRow & { hasUsers: boolean }>(
  'operator_workspaces_by_name',
  `SELECT w.id, w.name, w.plan, EXISTS (SELECT FROM users u WHERE u.workspace_id = w.id) AS "hasUsers"
   FROM workspaces w WHERE w.name = $1 ORDER BY "hasUsers" LIMIT 2`,
)
const insertWorkspace = defineSqlStatement<WorkspaceRow>(
  'operator_workspace_insert',
  'INSERT INTO workspaces AS w (id, name, plan) VALUES ($1, $2, $3) RETURNING w.id, w.name, w.plan',
)
/**
 * Lets only one command at a time find or create a workspace. Otherwise two commands with the same new name could each
 * create a workspace.
 */
const lockWorkspaceNames = defineSqlStatement<never>(
  'operator_workspace_names_lock',
  'SELECT pg_advisory_xact_lock(7203998216)',
)

const severalMatch = () =>
  new OperatorError('Several workspaces match: use an id (`npm run key -- workspaces` lists them).')

/**
 * Finds a workspace by its name. Workspaces with users do not count, because users can choose any name.
 * @throws OperatorError if several workspaces match, or only workspaces with users have the name
 */
async function findByName(tx: SqlRunner, name: string): Promise<WorkspaceRow | undefined> {
  const [found, other] = await tx.rows(byName, [name])
  if (found?.hasUsers)
    throw new OperatorError(
      `People use the workspace ${name}, and a person can choose its name: use its id (\`npm run key -- workspaces\` lists it).`,
    )
  if (other && !other.hasUsers) throw severalMatch()
  return found
}

async function findOnly(tx: SqlRunner): Promise<WorkspaceRow | undefined> {
  const { only, hasSeveral } = await findOnlyWorkspace(tx)
  if (hasSeveral) throw severalMatch()
  return only
}

/**
 * Finds the workspace that an operator names by its id or name. Creates a workspace if the name is new. Without a name,
 * finds the only workspace of the database, or creates the first one.
 * @throws OperatorError if the operator must give the id of a workspace, or if the id is unknown
 */
export async function findOrCreateWorkspace(tx: SqlRunner, requested: string | undefined, plan: string) {
  if (requested?.trim() === '') throw new OperatorError('--workspace: must not be empty.')
  if (requested !== undefined && isUuid(requested)) {
    const named = await findWorkspace(tx, requested)
    if (!named) throw new OperatorError(`No workspace has the id ${requested}.`)
    return { ...named, isNew: false }
  }
  await tx.rows(lockWorkspaceNames, [])
  const found = await (requested === undefined ? findOnly(tx) : findByName(tx, requested))
  if (found) return { ...found, isNew: false }
  const [created] = await tx.rows(insertWorkspace, [makeUuidV7(), requested ?? 'Workspace', plan])
  return { ...created!, isNew: true }
}
