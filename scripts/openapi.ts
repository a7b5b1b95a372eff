import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeOpenapiDocument } from '../src/api/rest/openapi/document.ts'
import { operationCatalogue } from '../src/server/operations.ts'

/** Prints the OpenAPI document, or writes it to the file that is named. */
const [file] = process.argv.slice(2)
const text = `${JSON.stringify(makeOpenapiDocument(operationCatalogue), null, 2)}\n`
if (file) {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
} else process.stdout.write(text)
