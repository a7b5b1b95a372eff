import { translateDatabaseFailure } from '../errors.ts'
import { makePreparedStatementRunner, type TransactionalSqlRunner } from '../sql.ts'
import type { PgliteClient, PgliteTransaction } from './prepared-statements.ts'

const onPglite = ({ submit }: Pick<PgliteTransaction, 'submit'>) =>
  makePreparedStatementRunner(
    (batch) => void submit(batch).catch((error: Error) => batch.callback(error)),
    translateDatabaseFailure,
  )

/**
 * Makes the SQL runner for the embedded database, which has only one connection. During a transaction, all other
 * statements wait.
 */
export const makePgliteSqlRunner = (client: PgliteClient): TransactionalSqlRunner => ({
  ...onPglite(client),
  transaction: (work) => client.transaction((tx) => work(onPglite(tx))),
})
