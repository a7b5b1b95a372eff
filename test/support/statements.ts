import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { SqlStatement } from '../../src/platform/db/statement.ts'

const program = fileURLToPath(new URL('print-statements.ts', import.meta.url))

/** Returns every hand-written statement of the service and samples of the composed ones, but no statement of a test. */
export async function readStatements(): Promise<SqlStatement<unknown>[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [program], { maxBuffer: 10_000_000 })
  return JSON.parse(stdout) as SqlStatement<unknown>[]
}
