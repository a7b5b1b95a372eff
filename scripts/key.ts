import { Command } from 'commander'
import { pino } from 'pino'
import { makeKeyring } from '../src/auth/keyring.ts'
import { allScopes, isScope } from '../src/auth/scopes.ts'
import { check, isId } from '../src/checks.ts'
import { readConfig } from '../src/config.ts'
import { type Database, openEmbedded, openPostgres } from '../src/db/client.ts'
import { FolderHeldError } from '../src/db/folder.ts'
import { redisBroadcast } from '../src/db/redis.ts'
import { ApiError, OperatorError } from '../src/errors.ts'
import { makeKey, newKey, revokeKey } from '../src/key/rules.ts'
import { isPlan, plans } from '../src/limits/plans.ts'
import { newId } from '../src/outline/writes.ts'

const config = readConfig(process.env)

async function open(): Promise<Database> {
  try {
    const db = config.databaseUrl ? openPostgres(config.databaseUrl, { size: 1 }) : await openEmbedded(config.dataDir)
    await db.migrate()
    return db
  } catch (error) {
    if (!(error instanceof FolderHeldError)) throw error
    throw new OperatorError(
      'The service is running on its embedded database, which one process alone can open. Make or revoke keys in its ' +
        'dashboard (Settings, API Keys), or stop it first.',
    )
  }
}

async function workspaceOf(db: Database, named: string | undefined, plan: string): Promise<string> {
  const where = named === undefined ? {} : isId(named) ? { id: named } : { name: named }
  const found = await db.prisma.workspace.findMany({ where, orderBy: { id: 'asc' }, take: 2 })
  if (found.length === 1) return found[0]!.id
  if (found.length > 1)
    throw new OperatorError('There are several such workspaces: name one by its id (`npm run key -- workspaces`).')
  if (named !== undefined && isId(named)) throw new OperatorError(`No workspace has the id ${named}.`)
  const made = await db.prisma.workspace.create({ data: { id: newId(), name: named ?? 'Workspace', plan } })
  return made.id
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

type Create = { name: string; workspace?: string; plan?: string; scopes?: string; expires?: string }

async function create(options: Create): Promise<void> {
  const scopes = options.scopes?.split(',').map((scope) => scope.trim())
  const unknown = scopes?.find((scope) => !isScope(scope))
  if (unknown !== undefined) throw new OperatorError(`--scopes: ${unknown} is none; there are ${allScopes.join(', ')}.`)
  if (options.plan !== undefined && !isPlan(options.plan))
    throw new OperatorError(`--plan: must be one of ${plans.join(', ')}.`)
  const input = check(newKey, { name: options.name, scopes, expiresAt: expiryOf(options.expires) })
  const db = await open()
  const workspaceId = await workspaceOf(db, options.workspace, options.plan ?? 'professional')
  const plan = options.plan
  if (plan !== undefined) {
    await db.prisma.workspace.update({ where: { id: workspaceId }, data: { plan } })
    await tell(db, workspaceId)
  }
  const key = await makeKey(db.prisma, config.keyPrefix, workspaceId, input)
  console.log(key.value)
  console.error(`Key ${key.id} of workspace ${workspaceId}: ${key.scopes.join(', ')}. Its value is not shown again.`)
  await db.close()
}

/** Tells running services to ask the database again about a workspace's keys. */
async function tell(db: Database, workspaceId: string): Promise<void> {
  if (!config.redisUrl) return
  const broadcast = redisBroadcast(config.redisUrl, pino({ level: 'silent' }), () => {})
  await new Promise((resolve) => setTimeout(resolve, 200))
  await makeKeyring(db, broadcast).changed(workspaceId)
  await broadcast.close()
}

async function list(options: { workspace?: string }): Promise<void> {
  const db = await open()
  const where =
    options.workspace === undefined
      ? {}
      : { workspace: isId(options.workspace) ? { id: options.workspace } : { name: options.workspace } }
  const keys = await db.prisma.apiKey.findMany({
    where,
    include: { workspace: true },
    omit: { hash: true },
    orderBy: { id: 'asc' },
  })
  for (const key of keys) {
    const state = key.revokedAt ? 'revoked' : key.expiresAt && key.expiresAt <= new Date() ? 'expired' : 'live'
    console.log([key.id, key.start, state, key.workspace.name, key.name, key.scopes.join(',')].join('\t'))
  }
  await db.close()
}

async function revoke(id: string): Promise<void> {
  const db = await open()
  const key = isId(id) ? await db.prisma.apiKey.findUnique({ where: { id } }) : null
  if (!key) throw new OperatorError(`No key has the id ${id}.`)
  await revokeKey(db.prisma, key.workspaceId, id)
  await tell(db, key.workspaceId)
  console.log(`${id} is revoked.`)
  await db.close()
}

async function workspaces(): Promise<void> {
  const db = await open()
  for (const { id, name, plan } of await db.prisma.workspace.findMany({ orderBy: { id: 'asc' } }))
    console.log([id, plan, name].join('\t'))
  await db.close()
}

const program = new Command('key').description('API keys, from the shell.')
program
  .command('create')
  .description('make a key; its value is printed once')
  .requiredOption('--name <name>', 'descriptive name')
  .option('--workspace <id or name>', 'the workspace; a name that is new makes one. Default: the only one there is')
  .option('--plan <plan>', `plan of the workspace: ${plans.join(' or ')}`)
  .option('--scopes <scopes>', `what the key may do, separated by commas: ${allScopes.join(', ')}. Default: all`)
  .option('--expires <when>', 'a date such as 2027-01-31, or a number of days such as 90d. Default: never')
  .action(create)
program.command('list').description('list keys').option('--workspace <id or name>', 'of one workspace').action(list)
program.command('revoke <id>').description('revoke a key').action(revoke)
program.command('workspaces').description('list workspaces').action(workspaces)

function sentence(error: unknown): unknown {
  if (error instanceof OperatorError) return error.message
  return error instanceof ApiError ? error.message : error
}

program.parseAsync().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(sentence(error))
    process.exit(1)
  },
)
