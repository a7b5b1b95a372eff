import { writeFile } from 'node:fs/promises'
import { generatedDocuments } from './docs/generated.ts'

/** Writes the documents that are generated from the source. */
for (const [file, text] of Object.entries(generatedDocuments())) {
  await writeFile(new URL(`../${file}`, import.meta.url), text)
}
