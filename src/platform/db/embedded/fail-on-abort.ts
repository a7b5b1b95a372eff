import type { PGlite } from '@electric-sql/pglite'
import { EmbeddedDatabaseCrashedError } from '../errors.ts'

// Two functions of PGlite's WebAssembly module, which PGlite calls while it processes a message.
type Module = { _PostgresMainLoopOnce(): void; stackRestore(pointer: number): void }

/**
 * Makes PGlite throw an error after its PostgreSQL has aborted, for example because the disk is full. Otherwise PGlite
 * would treat the abort as a failed statement, and would process the message that caused the abort again and again.
 */
export function makePgliteThrowAfterAbort(client: PGlite): PGlite {
  const mod = client.Module as Module
  const { _PostgresMainLoopOnce: step, stackRestore } = mod
  // The status of PGlite's WebAssembly error after a failed statement. PostgreSQL keeps running after this error.
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
   * PGlite calls `_PostgresMainLoopOnce` and `stackRestore` in a loop. PGlite catches the exceptions of the first
   * function, but not those of the second. So an exception from this replacement of `stackRestore` ends the loop.
   */
  function restore(pointer: number): void {
    if (aborted) throw aborted
    stackRestore(pointer)
  }
  Object.assign(mod, { _PostgresMainLoopOnce: stepOnce, stackRestore: restore })
  return client
}
