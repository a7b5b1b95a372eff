import { Command as Program } from 'commander'
import { planNames } from '../src/identity/plans.ts'
import { allScopes } from '../src/identity/scopes.ts'
import { runKeyCommand } from '../src/keys/admin-commands.ts'
import type { KeyCommand, KeyCommandResult } from '../src/keys/key-command.ts'
import { readConfig } from '../src/platform/config.ts'
import { DataFolderInUseError } from '../src/platform/db/embedded/data-folder.ts'
import { OperatorError } from '../src/platform/errors.ts'
import { publishSingleBroadcast } from '../src/platform/redis/broadcast.ts'
import { getErrorMessageForOperator, sendAdminCommand } from '../src/server/admin-socket.ts'
import { openDatabase } from '../src/server/open-database.ts'
import { assertDatabaseIsMigrated, assertFolderHasDatabase, nameDatabase } from './key-database.ts'

/** Tells running services that a workspace's keys have changed; without Redis they remember none, or hear of it here. */
async function tell(redisUrl: string | undefined, workspaceId: string): Promise<void> {
  if (!redisUrl) return
  await publishSingleBroadcast(redisUrl, workspaceId).catch((error: Error) => {
    throw new OperatorError(
      `It is done, but Redis (REDIS_URL) cannot be told: ${error.message}. Running services notice within a minute.`,
    )
  })
}

async function run(command: KeyCommand, mayCreateDatabase: boolean): Promise<KeyCommandResult> {
  const config = readConfig(process.env)
  const { dataDir, redisUrl, keyPrefix } = config
  if (!mayCreateDatabase) assertFolderHasDatabase(config)
  try {
    const db = await openDatabase({ ...config, databasePool: 1 })
    if (!mayCreateDatabase) await assertDatabaseIsMigrated(db, config)
    await db.migrate()
    const result = await runKeyCommand(command, {
      db,
      keyPrefix,
      onKeysChanged: (workspaceId) => tell(redisUrl, workspaceId),
    })
    await db.close()
    return result
  } catch (error) {
    if (error instanceof DataFolderInUseError) return sendAdminCommand(dataDir, command)
    throw error
  }
}

async function say(command: KeyCommand, mayCreateDatabase = false): Promise<void> {
  const { lines, note } = await run(command, mayCreateDatabase)
  for (const line of lines) console.log(line)
  console.error([note, `This is ${nameDatabase(readConfig(process.env))}.`].filter(Boolean).join(' '))
}

type Create = Omit<KeyCommand & { do: 'create' }, 'do'> & { newDatabase?: boolean }

const program = new Program('key').description('API keys, from the shell.')
program
  .command('create')
  .description('make a key; its value is printed once')
  .requiredOption('--name <name>', 'descriptive name')
  .option('--workspace <id or name>', 'the workspace; a name that is new makes one. Default: the only one there is')
  .option('--plan <plan>', `plan of the workspace: ${planNames.join(' or ')}`)
  .option('--scopes <scopes>', `what the key may do, separated by commas: ${allScopes.join(', ')}. Default: all`)
  .option(
    '--expires <when>',
    'a date such as 2027-01-31, a time with its time zone, or a number of days such as 90d. Default: never',
  )
  .option('--new-database', 'create the database if there is none')
  .action(({ newDatabase, ...options }: Create) => say({ do: 'create', ...options }, newDatabase))
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
    console.error(getErrorMessageForOperator(error) ?? error)
    process.exit(1)
  },
)
