import { RequestCache } from '@pothos/plugin-scope-auth'
import { type DocumentNode, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { Engine } from './engine.ts'
import { forCaller } from './hints.ts'
import { shown } from './plugins.ts'

/** What a request asks for: a document, its variables, and which of its operations. */
export type Asked = { query: string; variables?: Record<string, unknown> | null; operationName?: string | null }

/** `ran` is false where the document, the operation's name or a variable was refused before anything was executed. */
export type Outcome = { result: ExecutionResult; ran: boolean }

// What the parser and validation say hangs on the text alone. Long ones are made by programs that write each anew.
const mostSound = 1000
const longChars = 10_000

function remember(sound: Map<string, DocumentNode>, text: string, document: DocumentNode): void {
  if (text.length > longChars) return
  if (sound.size >= mostSound) sound.clear()
  sound.set(text, document)
}

/** Runs one operation through the envelope of plug-ins that every face passes: masking, limits, scopes, introspection. */
export async function runOperation(
  engine: Engine,
  context: Context,
  asked: Asked,
  { readOnly = false } = {},
): Promise<Outcome> {
  const { schema, parse, validate, contextFactory } = engine.yoga.getEnveloped(context)
  const { query, variables: variableValues, operationName } = asked
  const known = engine.sound.get(query)
  const document = known ?? parsed(parse, query)
  if (document instanceof GraphQLError) return refused([document])
  if (!known) {
    const problems = validate(schema, document)
    if (problems.length > 0) return refused(forCaller(context, problems))
    remember(engine.sound, query, document)
  }
  const operation = getOperationAST(document, operationName)
  if (!operation) return refused([noOperation(operationName)])
  if (operation.operation === 'subscription') return refused([noStream()])
  if (readOnly && operation.operation === 'mutation') throw notByGet()
  const contextValue = await contextFactory()
  try {
    const result = await engine.execute({ schema, document, contextValue, variableValues, operationName })
    return { result, ran: result.data !== undefined }
  } finally {
    // What the plug-in remembers of a request holds the whole of it. Left to the garbage collector, it outlives the young
    // generation, for a WeakMap that is old itself is swept in full collections alone.
    RequestCache.clearForContext(contextValue)
  }
}

function parsed(parse: (source: string) => DocumentNode, query: string): DocumentNode | GraphQLError {
  try {
    return parse(query)
  } catch (error) {
    if (error instanceof GraphQLError) return error
    // The parser goes down with the document, and the stack ends before the token limit does.
    if (error instanceof RangeError) return asInvalid('The document is nested too deeply.')
    throw error
  }
}

/** What Yoga notes on an error for its own HTTP layer is not for clients. */
const bare = (error: GraphQLError) => {
  const { nodes, source, positions, path, originalError, extensions } = shown(error, () => {})
  const { code, details } = extensions
  return new GraphQLError(error.message, {
    nodes,
    source,
    positions,
    path,
    originalError,
    extensions: { code, details },
  })
}
const refused = (errors: readonly GraphQLError[]): Outcome => ({ result: { errors: errors.map(bare) }, ran: false })
const asInvalid = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'invalid_request', details: {} } })
const noOperation = (name?: string | null) =>
  asInvalid(name ? `The document has no operation ${name}.` : 'Name one operation of the document in operationName.')
const notByGet = () =>
  new ApiError('invalid_request', 'A mutation needs POST.', { status: 405, headers: { Allow: 'POST' } })
const noStream = () => asInvalid('A subscription needs Accept: text/event-stream.')
