import type { PGlite } from '@electric-sql/pglite'
import { EmbeddedDatabaseCrashedError } from '../errors.ts'

// PGlite calls these two functions of its WebAssembly module in a loop while it processes a message.
type Module = { _PostgresMainLoopOnce(): void; stackRestore(pointer: number): void }

/**
 * Makes PGlite throw an error after its PostgreSQL has aborted. Otherwise PGlite would process the same message again
 * and again.
 */
export function makePgliteThrowAfterAbort(client: PGlite): PGlite {
  const mod = client.Module as Module
  const { _PostgresMainLoopOnce: step, stackRestore } = mod
  // The status of the WebAssembly exception after a failed statement. PostgreSQL keeps running after such an exception.
  const failedStatement = Reflect.get(client, 'POSTGRES_MAIN_LONGJMP') as number
  let aborted: EmbeddedDatabaseCrashedError | undefined
  function stepOnce(): void {
    if (aborted) throw aborted
    try {
      step()
    } catch (error) {
      if ((error as { status?: number }).status !== failedStatement)
        aborted = new EmbeddedDatabaseCrashedError({ cause: error })
      throw error
    }
  }
  /**
   * This function replaces `stackRestore`, and throws the error of an earlier abort. The error ends the loop of PGlite,
   * which catches the errors of `_PostgresMainLoopOnce` but not those of `stackRestore`.
   */
  function restore(pointer: number): void {
    if (aborted) throw aborted
    stackRestore(pointer)
  }
  Object.assign(mod, { _PostgresMainLoopOnce: stepOnce, stackRestore: restore })
  return client
}
