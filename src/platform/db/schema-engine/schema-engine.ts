import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'

const packageFile = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm')
const wasmFile = join(dirname(packageFile), 'schema_engine_bg.wasm')
const schemaFile = fileURLToPath(new URL('../../../../prisma/schema.prisma', import.meta.url))

type Bindings = typeof bindings & { __wbg_set_wasm(exports: WebAssembly.Exports): void }

let loaded: Promise<void> | undefined

async function load(): Promise<void> {
  const imports = { './schema_engine_bg.js': bindings } as WebAssembly.Imports
  const { instance } = await WebAssembly.instantiate(await readFile(wasmFile), imports)
  ;(bindings as Bindings).__wbg_set_wasm(instance.exports)
  ;(instance.exports.__wbindgen_start as () => void)()
}

/** Reads the Prisma schema file. Returns its path and its text, as the schema engine requires. */
export const readPrismaSchema = async (): Promise<[string, string]> => [schemaFile, await readFile(schemaFile, 'utf8')]

/**
 * Starts the WebAssembly build of Prisma's schema engine, which works with PostgreSQL and PGlite and needs no download.
 */
export async function loadSchemaEngine(factory: SqlMigrationAwareDriverAdapterFactory): Promise<SchemaEngine> {
  loaded ??= load()
  await loaded
  const options = { datamodels: [await readPrismaSchema()] }
  return bindings.SchemaEngine.new(options, () => {}, bindMigrationAwareSqlAdapterFactory(factory))
}
