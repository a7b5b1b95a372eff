import { writeFile } from 'node:fs/promises'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { graphqlSchema } from '../src/server/schema.ts'

await writeFile(
  new URL('../schema.graphql', import.meta.url),
  `${printSchema(lexicographicSortSchema(graphqlSchema))}\n`,
)
