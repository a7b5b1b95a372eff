import { Command as Program } from 'commander'
import { allScopes } from '../src/auth/scopes.ts'
import { readConfig } from '../src/config.ts'
import { announce } from '../src/db/broadcast.ts'
import { FolderHeldError } from '../src/db/folder.ts'
import { OperatorError } from '../src/errors.ts'
import { type Command, obey, type Told } from '../src/key/shell.ts'
import { plans } from '../src/limits/plans.ts'
import { openDatabase } from '../src/process/open.ts'
import { askShell, sentenceOf } from '../src/process/shell.ts'

/** Tells running services that a workspace's keys have changed; without Redis they remember none, or hear of it here. */
async function tell(redisUrl: string | undefined, workspaceId: string): Promise<void> {
  if (!redisUrl) return
  await announce(redisUrl, workspaceId).catch((error: Error) => {
    throw new OperatorError(
      `It is done, but Redis (REDIS_URL) cannot be told: ${error.message}. Running services notice within a minute.`,
    )
  })
}

async function run(command: Command): Promise<Told> {
  const config = readConfig(process.env)
  const { dataDir, redisUrl, keyPrefix } = config
  try {
    const db = await openDatabase({ ...config, databasePool: 1 })
    await db.migrate()
    const told = await obey(command, { db, keyPrefix, changed: (workspaceId) => tell(redisUrl, workspaceId) })
    await db.close()
    return told
  } catch (error) {
    if (error instanceof FolderHeldError) return askShell(dataDir, command)
    throw error
  }
}

async function say(command: Command): Promise<void> {
  const { lines, note } = await run(command)
  for (const line of lines) console.log(line)
  if (note !== undefined) console.error(note)
}

type Create = Omit<Command & { do: 'create' }, 'do'>

const program = new Program('key').description('API keys, from the shell.')
program
  .command('create')
  .description('make a key; its value is printed once')
  .requiredOption('--name <name>', 'descriptive name')
  .option('--workspace <id or name>', 'the workspace; a name that is new makes one. Default: the only one there is')
  .option('--plan <plan>', `plan of the workspace: ${plans.join(' or ')}`)
  .option('--scopes <scopes>', `what the key may do, separated by commas: ${allScopes.join(', ')}. Default: all`)
  .option('--expires <when>', 'a date such as 2027-01-31, or a number of days such as 90d. Default: never')
  .action((options: Create) => say({ do: 'create', ...options }))
program
  .command('list')
  .description('list keys: id, start, state, workspace, name, scopes')
  .option('--workspace <id or name>', 'of one workspace')
  .action((options: { workspace?: string }) => say({ do: 'list', ...options }))
program
  .command('revoke <id>')
  .description('revoke a key')
  .action((id: string) => say({ do: 'revoke', id }))
program
  .command('workspaces')
  .description('list workspaces: id, plan, name')
  .action(() => say({ do: 'workspaces' }))

program.parseAsync().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(sentenceOf(error) ?? error)
    process.exit(1)
  },
)
