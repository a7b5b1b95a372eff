import { type DocumentNode, print } from 'graphql'
import type { Operation, OperationCatalogue } from './catalogue.ts'

/** The GraphQL documents of operations, by operation name. */
export type OperationDocumentTexts = ReadonlyMap<string, string>

const sofaPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

/**
 * Returns the HTTP method and path of an operation in sofa-api. An operation without a REST route gets
 * `POST /operations/<name>`.
 */
const routeOf = ({ name, rest }: Operation) =>
  ({ method: rest?.method ?? 'POST', path: rest?.path ?? `/operations/${name}` }) as const

/**
 * Returns the GraphQL document of each operation. sofa-api makes a document only when its route is called. So this
 * function calls each route once.
 */
export async function makeOperationDocumentsWithSofa(
  view: OperationCatalogue['restAndMcpSchema'],
  operations: readonly Operation[],
): Promise<OperationDocumentTexts> {
  const texts = new Map<string, string>()
  let current = ''
  const execute = ({ document }: { document: DocumentNode }) => {
    texts.set(current, print(document))
    return Promise.resolve({ data: {} })
  }
  const routes = Object.fromEntries(
    operations.map((operation) => {
      const { method, path } = routeOf(operation)
      return [
        `${operation.kind === 'query' ? 'Query' : 'Mutation'}.${operation.name}`,
        { method, path: sofaPath(path) },
      ] as const
    }),
  )
  // sofa-api is loaded only when the service generates its first documents.
  const { createSofa, createSofaRouter } = await import('sofa-api')
  const router = createSofaRouter(createSofa({ basePath: '/api/v1', schema: view, routes, execute }))
  for (const operation of operations) {
    const { method, path } = routeOf(operation)
    current = operation.name
    // Every path parameter gets the value `1`, because sofa-api can convert this value to a String, an ID and an Int.
    await router.fetch(`http://service/api/v1${path.replace(/\{\w+\}/g, '1')}`, { method })
    if (!texts.has(current)) throw new Error(`sofa-api made no document for ${current}.`)
  }
  return texts
}
