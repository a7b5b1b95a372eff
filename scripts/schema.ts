import { writeFile } from 'node:fs/promises'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from '../src/schema.ts'

await writeFile(new URL('../schema.graphql', import.meta.url), `${printSchema(lexicographicSortSchema(schema))}\n`)
