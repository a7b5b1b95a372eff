import { buildOperationNodeForField } from '@graphql-tools/utils'
import {
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  print,
  type SelectionSetNode,
  visit,
} from 'graphql'
import type { Operation, OperationCatalogue } from './catalogue.ts'

type Texts = ReadonlyMap<string, string>

const sofaPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

/**
 * Returns the route from which sofa-api generates a document. An operation without a REST route gets an artificial
 * route.
 */
const routeOf = ({ name, rest }: Operation) =>
  ({ method: rest?.method ?? 'POST', path: rest?.path ?? `/operations/${name}` }) as const

/**
 * Lets sofa-api generate the GraphQL document of each query and mutation. Returns the documents by operation name. The
 * function calls each route of sofa-api once, with an `execute` that only stores the document. HTTP requests never
 * reach sofa-api, because its router, its type coercion and its `/webhook` route differ from the API of this service.
 */
async function sofaDocuments(view: OperationCatalogue['view'], operations: readonly Operation[]): Promise<Texts> {
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
  // sofa-api is imported here because no other code uses it.
  const { createSofa, createSofaRouter } = await import('sofa-api')
  const router = createSofaRouter(createSofa({ basePath: '/api/v1', schema: view, routes, execute }))
  for (const operation of operations) {
    const { method, path } = routeOf(operation)
    current = operation.name
    await router.fetch(`http://service/api/v1${path.replace(/[{}]/g, '')}`, { method })
    if (!texts.has(current)) throw new Error(`sofa-api made no document for ${current}.`)
  }
  return texts
}

/** Generates the document of a subscription with the function that sofa-api uses for queries and mutations. */
const subscriptionDocument = (schema: OperationCatalogue['view'], field: string): string =>
  print(buildOperationNodeForField({ kind: OperationTypeNode.SUBSCRIPTION, schema, field }))

/** Replaces the selection set of the document's root field. Returns the new document. */
function withSelection(document: string, selection: string): string {
  const [wanted] = parse(selection).definitions as [OperationDefinitionNode]
  const selectionSet: SelectionSetNode = wanted.selectionSet
  return print(
    visit(parse(document), {
      [Kind.OPERATION_DEFINITION]: (definition) => {
        const [root] = definition.selectionSet.selections
        return { ...definition, selectionSet: { ...definition.selectionSet, selections: [{ ...root!, selectionSet }] } }
      },
    }),
  )
}

/**
 * Makes an object that generates the GraphQL document of an operation, for REST and MCP. The document takes all
 * arguments of the operation as variables. It selects the fields of `selection`, or by default all fields that REST and
 * MCP show. Each document is generated on first use.
 */
export function makeDocuments({ view, operations }: OperationCatalogue) {
  const selected = new Map<string, string>()
  let loading: Promise<Texts> | undefined
  function load(): Promise<Texts> {
    loading ??= sofaDocuments(
      view,
      operations.filter(({ kind }) => kind !== 'subscription'),
    )
    return loading
  }

  async function documentFor({ name, kind }: Operation, selection?: string): Promise<string> {
    const whole = kind === 'subscription' ? subscriptionDocument(view, name) : (await load()).get(name)!
    if (selection === undefined) return whole
    const key = `${name} ${selection}`
    const found = selected.get(key) ?? withSelection(whole, selection)
    selected.set(key, found)
    return found
  }
  return {
    documentFor,
    /** Generates the documents now, so that the first request does not wait for them. */
    load,
  }
}

export type Documents = ReturnType<typeof makeDocuments>
