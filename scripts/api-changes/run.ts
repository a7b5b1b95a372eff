import { readFile, writeFile } from 'node:fs/promises'
import { printSchema } from 'graphql'
import { makeOpenapiDocument } from '../../src/api/rest/openapi/document.ts'
import { operationCatalogue } from '../../src/server/operations.ts'
import { graphqlSchema } from '../../src/server/schema.ts'
import { findUnmentioned } from './changelog.ts'
import { findGraphqlChanges } from './graphql.ts'
import { findOpenapiChanges, type OpenapiDocument } from './openapi.ts'

/**
 * Compares the API with the released API in `released-api`. Fails if the changelog does not name a breaking change under
 * `### Breaking`. With `--release`, stores the current API as the released one.
 */
const released = {
  graphql: new URL('../../released-api/schema.graphql', import.meta.url),
  openapi: new URL('../../released-api/openapi.json', import.meta.url),
}
const schema = printSchema(graphqlSchema)
const openapi = JSON.parse(JSON.stringify(makeOpenapiDocument(operationCatalogue))) as OpenapiDocument

if (process.argv.includes('--release')) {
  await writeFile(released.graphql, `${schema}\n`)
  await writeFile(released.openapi, `${JSON.stringify(openapi)}\n`)
} else {
  const changes = [
    ...findGraphqlChanges(await readFile(released.graphql, 'utf8'), schema),
    ...findOpenapiChanges(JSON.parse(await readFile(released.openapi, 'utf8')) as OpenapiDocument, openapi),
  ]
  const unmentioned = findUnmentioned(changes, await readFile(new URL('../../CHANGELOG.md', import.meta.url), 'utf8'))
  for (const { place, text } of unmentioned)
    console.error(`${place}: ${text}. Name \`${place}\` under "### Breaking" in CHANGELOG.md.`)
  console.log(
    `${changes.length} breaking changes since the last release, ${unmentioned.length} of them without a line in the changelog.`,
  )
  if (unmentioned.length > 0) process.exitCode = 1
}
