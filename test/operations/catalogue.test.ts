import { buildSchema, getNamedType, isObjectType, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { makeResourceCatalogue } from '../../src/api/mcp/resource-catalogue.ts'
import { listToolOperations } from '../../src/api/mcp/tool-operations.ts'
import { listRestRoutes } from '../../src/api/rest/routes.ts'
import { makeOperationCatalogue } from '../../src/operations/catalogue.ts'
import { operationCatalogue as catalogue, operationDocumentGenerator } from '../../src/server/operations.ts'
import { graphqlSchema } from '../../src/server/schema.ts'

const { operations } = catalogue
const { documentFor, documentWithLists } = operationDocumentGenerator

/** Every document that REST and MCP run, after the routes, tools and resources that run it. */
async function documents(): Promise<Map<string, string[]>> {
  const { readers, listers } = makeResourceCatalogue(operations)
  const streams = new Set(operations.flatMap(({ rest }) => rest?.stream ?? []))
  const uses = [
    ...listRestRoutes(operations).map((route) => ({
      title: `${route.rest.method} ${route.rest.path}`,
      text: documentFor(route),
    })),
    ...listRestRoutes(operations)
      .filter(({ includable }) => includable.length > 0)
      .map((route) => ({
        title: `${route.rest.method} ${route.rest.path}?include=${route.rest.include!.join(',')}`,
        text: documentWithLists(route, route.includable),
      })),
    ...operations
      .filter(({ name }) => streams.has(name))
      .map((stream) => ({ title: `event stream ${stream.name}`, text: documentFor(stream) })),
    ...listToolOperations(operations).map((one) => ({
      title: `tool ${one.tool.name}${one.tool.kind ? ` (${one.tool.kind})` : ''}`,
      text: documentFor(one, one.selection),
    })),
    ...readers.map((one) => ({ title: `resource ${one.resource.uri}`, text: documentFor(one, one.selection) })),
    ...listers.map((one) => ({
      title: `list of resources ${one.resources.uri}`,
      text: documentFor(one, one.selection),
    })),
  ]
  const titles = new Map<string, string[]>()
  for (const { title, text } of uses) titles.set(await text, [...(titles.get(await text) ?? []), title])
  return titles
}

test('the catalogue lists every root field of the schema once', () => {
  const roots = [graphqlSchema.getQueryType()!, graphqlSchema.getMutationType()!, graphqlSchema.getSubscriptionType()!]
  const names = roots.flatMap((root) => Object.keys(root.getFields()))
  expect(operations.map(({ name }) => name)).toEqual(names)
})

test('the documents that REST and MCP run are those of the snapshot', async () => {
  // The order of the operations is that of the imports, which other test files in this process change.
  const texts = [...(await documents())]
    .map(
      ([text, titles]) =>
        `${titles
          .toSorted()
          .map((title) => `# ${title}\n`)
          .join('')}${text}`,
    )
    .toSorted()
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('documents.graphql')
})

test('every document that REST and MCP run is valid in the whole schema', async () => {
  for (const text of (await documents()).keys())
    expect([text, validate(graphqlSchema, parse(text))]).toEqual([text, []])
})

test('a tool without a selection of its own runs the same document as the route', async () => {
  for (const one of listToolOperations(operations).filter(({ rest, selection }) => rest && selection === undefined))
    expect(await documentFor(one, one.selection)).toBe(await documentFor(one))
})

test('REST and MCP show records without links to other records', () => {
  for (const { name, output } of operations) {
    const type = getNamedType(output)
    if (!isObjectType(type) || !('id' in type.getFields())) continue
    const linked = Object.values(type.getFields()).filter((field) => {
      const inner = getNamedType(field.type)
      return isObjectType(inner) && 'id' in inner.getFields() && field.extensions.nested !== true
    })
    expect([name, linked.map((field) => field.name)]).toEqual([name, []])
  }
})

test('a root field without operation() stops the start', () => {
  expect(() => makeOperationCatalogue(buildSchema('type Query { hello: String }'))).toThrow(
    'hello declares no operation().',
  )
})
