import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { searchIndexSqlScripts } from '../src/courses/outline/search/index-scripts.ts'
import { sqlFunctionsFolder } from '../src/platform/db/migrations.ts'

/** Writes the SQL of the search index, which is generated from the fields of the records. */
export async function writeSearchIndex(): Promise<void> {
  for (const [file, text] of Object.entries(searchIndexSqlScripts))
    await writeFile(join(sqlFunctionsFolder, file), text)
}
