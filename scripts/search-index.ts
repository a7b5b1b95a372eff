import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generatedSearchIndexingScripts } from '../src/courses/outline/search/index-scripts.ts'
import { sqlFunctionsFolder } from '../src/platform/db/migrations.ts'

/** Writes the SQL of the search index, which is generated from the fields of the records. */
export async function writeSearchIndex(): Promise<void> {
  for (const [file, text] of Object.entries(generatedSearchIndexingScripts))
    await writeFile(join(sqlFunctionsFolder, file), text)
}
