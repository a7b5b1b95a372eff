import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codegen } from '@graphql-codegen/core'
import * as documentPlugin from '@graphql-codegen/typed-document-node'
import * as typePlugin from '@graphql-codegen/typescript-operations'
import { parse } from 'graphql'

const root = fileURLToPath(new URL('../../', import.meta.url))
const filename = `${root}src/web/app/generated/operations.ts`

const config = {
  documentMode: 'string',
  enumType: 'string-literal',
  scalars: { DateTime: 'string', JSONObject: 'Record<string, unknown>', ID: 'string' },
  useTypeImports: true,
}

/**
 * Writes the dashboard's typed operations: every `.graphql` file of it, checked against `schema.graphql`.
 * @throws Error naming the field that the schema does not have
 */
export async function writeOperations(): Promise<void> {
  const read = async (file: string) => parse(await readFile(root + file, 'utf8'))
  const files = (await Array.fromAsync(glob('src/web/app/**/*.graphql', { cwd: root }))).toSorted()
  const documents = await Promise.all(files.map(async (location) => ({ location, document: await read(location) })))
  const text = await codegen({
    filename,
    schema: await read('schema.graphql'),
    documents,
    config,
    plugins: [{ types: {} }, { documents: {} }],
    pluginMap: { types: typePlugin, documents: documentPlugin },
  })
  await mkdir(dirname(filename), { recursive: true })
  if (text !== (await readFile(filename, 'utf8').catch(() => ''))) await writeFile(filename, text)
}

if (import.meta.main) await writeOperations()
