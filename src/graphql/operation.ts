import { type DocumentNode, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql'
import type { Context } from '../context.ts'
import type { Engine } from './engine.ts'

/** What a request asks for: a document, its variables, and which of its operations. */
export type Asked = { query: string; variables?: Record<string, unknown> | null; operationName?: string | null }

/** `ran` is false where the document, the operation's name or a variable was refused before anything was executed. */
export type Outcome = { result: ExecutionResult; ran: boolean }

// The parser's cache gives the same document for the same text, and what validation decides hangs on nothing else.
const sound = new WeakSet<DocumentNode>()

/** Runs one operation through the envelope of plug-ins that every face passes: masking, limits, scopes, introspection. */
export async function runOperation(engine: Engine, context: Context, asked: Asked): Promise<Outcome> {
  const { schema, parse, validate, execute, contextFactory } = engine.getEnveloped(context)
  const { query, variables: variableValues, operationName } = asked
  const document: DocumentNode | Error = parse(query)
  if (document instanceof Error) return refused([document])
  if (!sound.has(document)) {
    const problems = validate(schema, document)
    if (problems.length > 0) return refused(problems)
    sound.add(document)
  }
  const operation = getOperationAST(document, operationName)
  if (!operation) return refused([noOperation(operationName)])
  if (operation.operation === 'subscription') return refused([noStream()])
  const contextValue = await contextFactory()
  const result = (await execute({ schema, document, contextValue, variableValues, operationName })) as ExecutionResult
  return { result, ran: result.data !== undefined }
}

const refused = (errors: readonly Error[]): Outcome => ({ result: { errors: errors as GraphQLError[] }, ran: false })
const asInvalid = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'invalid_request', details: {} } })
const noOperation = (name?: string | null) =>
  asInvalid(name ? `The document has no operation ${name}.` : 'Name one operation of the document in operationName.')
const noStream = () => asInvalid('A subscription needs Accept: text/event-stream.')
