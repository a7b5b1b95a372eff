// Prints every hand-written statement of the service as JSON, and samples of the composed ones. It is a process of its own, so that no test's statement is among them.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { listSampleSqlStatements } from '../../src/platform/db/composed-statements.ts'
import { listDefinedSqlStatements } from '../../src/platform/db/statement.ts'

const source = fileURLToPath(new URL('../../src', import.meta.url))
const files = globSync('**/*.ts', { cwd: source, exclude: ['**/generated/**', 'dashboard/app/**'] })
for (const file of files) {
  const path = join(source, file)
  if (/\bdefineSql(Statement|Composer)[<(]/.test(readFileSync(path, 'utf8'))) await import(pathToFileURL(path).href)
}
process.stdout.write(JSON.stringify([...listDefinedSqlStatements(), ...listSampleSqlStatements()]))
