import { buildOperationNodeForField } from '@graphql-tools/utils'
import {
  type FieldNode,
  type GraphQLObjectType,
  getNullableType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  print,
  type SelectionSetNode,
  visit,
} from 'graphql'
import type { IncludableList, Operation, OperationCatalogue } from './catalogue.ts'
import { makeOperationDocumentsWithSofa, type OperationDocumentTexts } from './sofa-documents.ts'

/** Generates the GraphQL document of a subscription, with the function that sofa-api uses for queries and mutations. */
const subscriptionDocument = (schema: OperationCatalogue['restAndMcpSchema'], field: string): string =>
  print(buildOperationNodeForField({ kind: OperationTypeNode.SUBSCRIPTION, schema, field }))

/** Returns a copy of a GraphQL document with another selection set for the root field. */
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

/** Returns the fields that the root field of a GraphQL document selects. */
function rootSelectionOf(document: string): SelectionSetNode {
  const [definition] = parse(document).definitions as [OperationDefinitionNode]
  const [root] = definition.selectionSet.selections
  return (root as FieldNode).selectionSet!
}

/** Returns a copy of a GraphQL document whose root field also selects the lists of records in `lists`. */
function withLists(document: string, lists: readonly { name: string; records: SelectionSetNode }[]): string {
  const { selections } = rootSelectionOf(document)
  const added = lists.map(
    ({ name, records }): FieldNode => ({
      kind: Kind.FIELD,
      name: { kind: Kind.NAME, value: name },
      selectionSet: records,
    }),
  )
  return withSelection(document, print({ kind: Kind.SELECTION_SET, selections: [...selections, ...added] }))
}

/**
 * Makes the generator of the GraphQL documents for REST and MCP. A document takes all arguments of its operation as
 * variables.
 */
export function makeOperationDocumentGenerator({ restAndMcpSchema: view, operations }: OperationCatalogue) {
  const selected = new Map<string, string>()
  let loading: Promise<OperationDocumentTexts> | undefined
  function load(): Promise<OperationDocumentTexts> {
    loading ??= makeOperationDocumentsWithSofa(
      view,
      operations.filter(({ kind }) => kind !== 'subscription'),
    )
    return loading
  }

  const subscriptions = new Map<string, string>()
  function subscriptionFor(name: string): string {
    const text = subscriptions.get(name) ?? subscriptionDocument(view, name)
    subscriptions.set(name, text)
    return text
  }

  /** Returns the document of an operation. By default, the document selects all fields that REST and MCP show. */
  async function documentFor({ name, kind }: Operation, selection?: string): Promise<string> {
    const whole = kind === 'subscription' ? subscriptionFor(name) : (await load()).get(name)!
    if (selection === undefined) return whole
    const key = `${name} ${selection}`
    const found = selected.get(key) ?? withSelection(whole, selection)
    selected.set(key, found)
    return found
  }

  /** Returns the selection set with the fields that REST returns for one record of a type. */
  async function selectionOf(record: GraphQLObjectType): Promise<SelectionSetNode> {
    const query = operations.find(({ kind, output }) => kind === 'query' && getNullableType(output) === record)
    if (!query) throw new Error(`No query reads one ${record}.`)
    return rootSelectionOf((await load()).get(query.name)!)
  }

  /**
   * Returns the GraphQL document of an operation. The document also selects the lists in `lists`, such as the blocks of
   * a lesson.
   */
  async function documentWithLists(operation: Operation, lists: readonly IncludableList[]): Promise<string> {
    const key = `${operation.name} include ${lists.map(({ name }) => name).join(' ')}`
    const found = selected.get(key)
    if (found !== undefined) return found
    const selections = lists.map(async ({ name, record }) => ({ name, records: await selectionOf(record) }))
    const document = withLists(await documentFor(operation), await Promise.all(selections))
    selected.set(key, document)
    return document
  }
  return {
    documentFor,
    documentWithLists,
    /** Generates the documents of all operations, so that the first request does not wait for them. */
    load,
  }
}

export type OperationDocumentGenerator = ReturnType<typeof makeOperationDocumentGenerator>
