import { writeFile } from 'node:fs/promises'
import { openapiOf } from '../src/rest/openapi/document.ts'
import { schema } from '../src/schema.ts'

const [file] = process.argv.slice(2)
const text = `${JSON.stringify(openapiOf(schema), null, 2)}\n`
if (file) await writeFile(file, text)
else process.stdout.write(text)
