import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { OperatorError } from '../platform/errors.ts'
import { isUuid, makeUuidV7 } from '../platform/uuid.ts'

type WorkspaceRow = { id: string; name: string; plan: string }

const byId = defineSqlStatement<WorkspaceRow>(
  'operator_workspace_by_id',
  'SELECT w.id, w.name, w.plan FROM workspaces w WHERE w.id = $1',
)
const byName = defineSqlStatement<WorkspaceRow & { hasUsers: boolean }>(
  'operator_workspaces_by_name',
  `SELECT w.id, w.name, w.plan, EXISTS (SELECT FROM users u WHERE u.workspace_id = w.id) AS "hasUsers"
   FROM workspaces w WHERE w.name = $1 ORDER BY "hasUsers" LIMIT 2`,
)
const firstTwo = defineSqlStatement<WorkspaceRow>(
  'operator_workspaces_first_two',
  'SELECT w.id, w.name, w.plan FROM workspaces w ORDER BY w.id LIMIT 2',
)
const insertWorkspace = defineSqlStatement<WorkspaceRow>(
  'operator_workspace_insert',
  'INSERT INTO workspaces AS w (id, name, plan) VALUES ($1, $2, $3) RETURNING w.id, w.name, w.plan',
)
/** Of two commands that name the same new workspace at the same time, the second waits and finds the workspace. */
const lockWorkspaceNames = defineSqlStatement<never>(
  'operator_workspace_names_lock',
  'SELECT pg_advisory_xact_lock(7203998216)',
)

const severalMatch = () =>
  new OperatorError('Several workspaces match: use an id (`npm run key -- workspaces` lists them).')

async function findById(tx: SqlRunner, id: string): Promise<WorkspaceRow> {
  const [found] = await tx.rows(byId, [id])
  if (!found) throw new OperatorError(`No workspace has the id ${id}.`)
  return found
}

/**
 * Finds a workspace without people by its name. The first sign-in of a person chooses the name of their workspace, so
 * anybody could name a workspace like another one.
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

async function findOnlyWorkspace(tx: SqlRunner): Promise<WorkspaceRow | undefined> {
  const [found, other] = await tx.rows(firstTwo, [])
  if (other) throw severalMatch()
  return found
}

/**
 * Finds the workspace that an operator names by id or by name (`requested`), within a transaction. If `requested` is
 * undefined, finds the only workspace. Creates a workspace if none has the given name, or if no workspace exists at all.
 * @throws OperatorError if several workspaces match, if no workspace has the given id, or if people use the workspace
 * with the given name
 */
export async function findOrCreateWorkspace(tx: SqlRunner, requested: string | undefined, plan: string) {
  if (requested?.trim() === '') throw new OperatorError('--workspace: must not be empty.')
  if (requested !== undefined && isUuid(requested)) return { ...(await findById(tx, requested)), isNew: false }
  await tx.rows(lockWorkspaceNames, [])
  const found = await (requested === undefined ? findOnlyWorkspace(tx) : findByName(tx, requested))
  if (found) return { ...found, isNew: false }
  const [created] = await tx.rows(insertWorkspace, [makeUuidV7(), requested ?? 'Workspace', plan])
  return { ...created!, isNew: true }
}
