import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { codegen } from '@graphql-codegen/core'
import * as documentPlugin from '@graphql-codegen/typed-document-node'
import * as typePlugin from '@graphql-codegen/typescript-operations'
import { type DocumentNode, parse } from 'graphql'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = `${root}src/dashboard/app/generated/`

const config = {
  documentMode: 'string',
  enumType: 'string-literal',
  scalars: { DateTime: 'string', JSONObject: 'Record<string, unknown>', ID: 'string' },
  useTypeImports: true,
}

const readDocument = async (file: string) => parse(await readFile(root + file, 'utf8'))

/**
 * The folders of pages that few people open often. Their operations are in a file of their own, `later-operations.ts`,
 * so that the first page does not load them.
 */
const laterFolders = /\/(publishing|trash|workspace|library|editor|alt-text|text-change|outline-column|palette)\//

/** Writes the file if its text has changed, so that its modification time says when it changed. */
async function writeIfChanged(name: string, text: string): Promise<void> {
  const file = folder + name
  await mkdir(folder, { recursive: true })
  if (text !== (await readFile(file, 'utf8').catch(() => ''))) await writeFile(file, text)
}

/** Returns the description of each value of an enum. */
function enumDescriptions(schema: DocumentNode, name: string): Record<string, string> {
  const definition = schema.definitions.find((node) => node.kind === 'EnumTypeDefinition' && node.name.value === name)
  if (definition?.kind !== 'EnumTypeDefinition') throw new Error(`schema.graphql has no enum ${name}.`)
  return Object.fromEntries(
    (definition.values ?? []).map((value) => [value.name.value, value.description?.value ?? value.name.value]),
  )
}

type Source = { location: string; document: DocumentNode }

const generate = (schema: DocumentNode, documents: Source[], filename: string): Promise<string> =>
  codegen({
    filename: folder + filename,
    schema,
    documents,
    config,
    plugins: [{ types: {} }, { documents: {} }],
    pluginMap: { types: typePlugin, documents: documentPlugin },
  })

/** Replaces the class of the documents by that of `operations.ts`, which the functions of the dashboard take. */
const shareClass = (text: string): string =>
  text.replace(/export class TypedDocumentString.*?\n}\n/s, "import { TypedDocumentString } from './operations.ts'\n")

/**
 * Writes the typed operations of the dashboard: every `.graphql` file in its folders, checked against `schema.graphql`.
 * Also writes the descriptions that the dashboard shows from the schema.
 * @throws Error naming a field that the schema does not have
 */
export async function writeOperations(): Promise<void> {
  const schema = await readDocument('schema.graphql')
  const files = (await Array.fromAsync(glob('src/dashboard/app/**/*.graphql', { cwd: root }))).toSorted()
  const documents = await Promise.all(
    files.map(async (location) => ({ location, document: await readDocument(location) })),
  )
  const { now = [], later = [] } = Object.groupBy(documents, ({ location }) =>
    laterFolders.test(location) ? 'later' : 'now',
  )
  const descriptions = JSON.stringify(enumDescriptions(schema, 'BlockType'), null, 2)
  await writeIfChanged('operations.ts', await generate(schema, now, 'operations.ts'))
  await writeIfChanged('later-operations.ts', shareClass(await generate(schema, later, 'later-operations.ts')))
  await writeIfChanged('descriptions.ts', `export const blockTypeDescriptions = ${descriptions} as const\n`)
}

if (import.meta.main) await writeOperations()
