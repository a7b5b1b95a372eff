import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generatedStorageScripts } from '../src/courses/outline/storage/storage-scripts.ts'
import { generatedSearchIndexingScripts } from '../src/courses/search/index-scripts.ts'
import { sqlFunctionsFolder } from '../src/platform/db/migrations.ts'

/** Writes the SQL of the search index and of the storage, which is generated from the fields of the records. */
export async function writeGeneratedSql(): Promise<void> {
  for (const [file, text] of Object.entries({ ...generatedSearchIndexingScripts, ...generatedStorageScripts }))
    await writeFile(join(sqlFunctionsFolder, file), text)
}
