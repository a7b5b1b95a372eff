import { type DocumentNode, type GraphQLSchema, print } from 'graphql'
import type { Operation } from './view.ts'

const sofaPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

/**
 * The GraphQL document of each route, as sofa-api makes it from the view. Each of sofa's routes is called once, with an
 * `execute` that notes the document: what sofa would do around it (looser coercion, its own router, `/webhook`) stays out
 * of the requests' path.
 */
export async function documentsOf(view: GraphQLSchema, operations: readonly Operation[]): Promise<Map<string, string>> {
  const noted = new Map<string, string>()
  let asked = ''
  const execute = ({ document }: { document: DocumentNode }) => {
    noted.set(asked, print(document))
    return Promise.resolve({ data: {} })
  }
  const routes = Object.fromEntries(
    operations.map(({ kind, field, route }) => [
      `${kind === 'query' ? 'Query' : 'Mutation'}.${field}`,
      { method: route.method, path: sofaPath(route.path) },
    ]),
  )
  // Read here, for making the documents is all that it is needed for.
  const { createSofa, createSofaRouter } = await import('sofa-api')
  const router = createSofaRouter(createSofa({ basePath: '/api/v1', schema: view, routes, execute }))
  for (const { field, route } of operations) {
    asked = field
    await router.fetch(`http://service/api/v1${route.path.replace(/[{}]/g, '')}`, { method: route.method })
    if (!noted.has(field)) throw new Error(`sofa-api made no operation for ${field}.`)
  }
  return noted
}
