import type { ExecuteFunction, Plugin } from '@envelop/core'
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  visit,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Context } from '../context.ts'
import { writtenBy } from './pieces.ts'
import { type Write, writerOf } from './writer.ts'

/**
 * A document that comes back is worth compiling; one that comes once is not. Only answers without errors count: what is
 * refused for its size while it is executed would take as long to compile as it was refused for.
 */
const usesBefore = 2

type Args = Pick<ExecutionArgs, 'schema' | 'document' | 'operationName'>
type Compiled = { query: CompiledQuery['query']; write: Write | undefined } | false

const uses = new WeakMap<OperationDefinitionNode, number>()
const known = new WeakMap<OperationDefinitionNode, Compiled>()

/** A member of that name in an object literal of the generated code would set its prototype. */
function namesPrototype(document: DocumentNode): boolean {
  let found = false
  visit(document, {
    Name: ({ value }) => {
      if (value === '__proto__') found = true
    },
  })
  return found
}

const changesOf = new WeakMap<GraphQLSchema, GraphQLSchema>()

/** The schema whose queries are the mutations of this one. */
function withChangesAsQueries(schema: GraphQLSchema): GraphQLSchema {
  const known = changesOf.get(schema)
  if (known) return known
  const { mutation: query, ...config } = schema.toConfig()
  const made = new GraphQLSchema({ ...config, query, subscription: null, assumeValid: true })
  changesOf.set(schema, made)
  return made
}

/**
 * A mutation of one field as a query: it has no order to keep, and what graphql-jit makes to keep it would hold each
 * request in memory until the next full collection.
 */
function withoutOrder(args: Args, operation: OperationDefinitionNode): Args | undefined {
  if (operation.operation === OperationTypeNode.QUERY) return args
  const [selection, ...others] = operation.selectionSet.selections
  if (operation.operation !== OperationTypeNode.MUTATION || selection?.kind !== Kind.FIELD || others.length > 0)
    return undefined
  const query: OperationDefinitionNode = { ...operation, operation: OperationTypeNode.QUERY }
  const definitions = args.document.definitions.map((definition) => (definition === operation ? query : definition))
  return { ...args, schema: withChangesAsQueries(args.schema), document: { ...args.document, definitions } }
}

function compile(args: Args, operation: OperationDefinitionNode): Compiled {
  const unordered = withoutOrder(args, operation)
  if (!unordered || namesPrototype(args.document)) return false
  const { schema, document, operationName } = unordered
  // Rows come typed from the database: what a text, number or enum value is was settled there.
  const options = { disableLeafSerialization: true, disablingCapturingStackErrors: true }
  const made = compileQuery(schema, document, operationName ?? undefined, options)
  return isCompiledQuery(made) && { query: made.query, write: writerOf(args.schema, args.document, operation) }
}

function compiledOf(args: Args): Compiled {
  const operation = getOperationAST(args.document, args.operationName)
  if (!operation) return false
  const found = known.get(operation)
  if (found !== undefined) return found
  if ((uses.get(operation) ?? 0) < usesBefore) return false
  const made = compile(args, operation)
  known.set(operation, made)
  return made
}

function noteUse({ document, operationName }: Args, { errors }: ExecutionResult): void {
  const operation = getOperationAST(document, operationName)
  if (operation && !errors) uses.set(operation, (uses.get(operation) ?? 0) + 1)
}

/**
 * Executes queries that come back, and mutations of one field, as compiled functions (graphql-jit), with the same
 * resolvers and the same result.
 * Variables that do not fit are refused before anything runs, and then told in graphql-js's words.
 */
export const useCompiled = (): Plugin<Context> => ({
  onExecute: ({ executeFn, setExecuteFn }) => {
    // Looked up when it runs, for a plug-in after this one may give another document.
    const execute = async (args: ExecutionArgs): Promise<ExecutionResult> => {
      const compiled = compiledOf(args)
      if (!compiled) {
        const result: ExecutionResult = await executeFn(args)
        noteUse(args, result)
        return result
      }
      const { query, write } = compiled
      const { data, errors } = await query(args.rootValue, args.contextValue, args.variableValues ?? {})
      if (data === undefined) return executeFn(args)
      if (data && write) writtenBy(data, write)
      return errors ? { errors, data } : { data }
    }
    setExecuteFn(execute as ExecuteFunction)
  },
})
