import { readFile, writeFile } from 'node:fs/promises'
import { buildSchema } from 'graphql'
import { makeGraphqlFile } from './graphql-file.ts'
import { readCacheModel } from './graphql-model.ts'
import { type OpenapiDocument, readOperations } from './operation-model.ts'
import { makeOperationsFile } from './operations-file.ts'

/** Writes the generated files of `src`, from the OpenAPI document and the GraphQL schema that are named. */
const [documentFile, schemaFile] = process.argv.slice(2)
const document = JSON.parse(await readFile(documentFile!, 'utf8')) as OpenapiDocument
const schema = buildSchema(await readFile(schemaFile!, 'utf8'), { assumeValid: true })
const write = (name: string, text: string) => writeFile(new URL(`../src/${name}`, import.meta.url), text)
await write('operations.ts', makeOperationsFile(readOperations(document)))
await write('graphql-schema.ts', makeGraphqlFile(readCacheModel(schema)))
