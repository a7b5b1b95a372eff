import type { Plugin } from '@envelop/core'
import { type DocumentNode, type ExecutionResult, GraphQLError, visit } from 'graphql'
import { makeUnauthorizedError } from '../../identity/caller.ts'
import { isErrorCode } from '../../platform/error-codes.ts'
import { ApiError, maskError } from '../../platform/errors.ts'
import type { GraphQLContext } from '../context.ts'

const isShown = ({ extensions, originalError }: GraphQLError) =>
  (originalError === undefined || originalError instanceof ApiError) &&
  typeof extensions?.code === 'string' &&
  isErrorCode(extensions.code)

/**
 * Converts a GraphQL error to the form that clients see: message, locations, path and `extensions { code, details }`.
 */
export function maskGraphQLError(error: GraphQLError, onInternalError: (error: unknown) => void): GraphQLError {
  if (isShown(error)) return error
  const originalError = maskError(error, onInternalError)
  const { nodes, source, positions, path } = error
  const { code, message, details } = originalError
  return new GraphQLError(message, { nodes, source, positions, path, originalError, extensions: { code, details } })
}

const isResult = (value: unknown): value is ExecutionResult =>
  typeof value === 'object' && value !== null && !(Symbol.asyncIterator in value)

const ignore = () => {}

/** Masks the errors of parsing, validation and resolvers, so that clients see no internal details. */
export const useErrorMasking = (): Plugin<GraphQLContext> => ({
  onParse:
    () =>
    ({ result, replaceParseResult }) => {
      if (result instanceof GraphQLError) replaceParseResult(maskGraphQLError(result, ignore))
    },
  onValidate:
    () =>
    ({ valid, result, setResult }) => {
      if (!valid) setResult(result.map((error) => maskGraphQLError(error, ignore)))
    },
  onExecute: ({ args }) => ({
    onExecuteDone: ({ result, setResult }) => {
      if (!isResult(result) || !result.errors) return
      const context = args.contextValue as GraphQLContext
      const onInternalError = (error: unknown) => context.onInternalError(error, context.log())
      const errors = result.errors.map((error) => maskGraphQLError(error, onInternalError))
      setResult({ ...result, errors })
    },
  }),
})

const introspections = new WeakMap<DocumentNode, boolean>()

/** Returns whether a document selects `__schema` or `__type`. The answer is cached for each document. */
export function hasIntrospectionField(document: DocumentNode): boolean {
  let found = introspections.get(document)
  if (found === undefined) {
    found = false
    visit(document, {
      Field: ({ name }) => {
        if (name.value === '__schema' || name.value === '__type') found = true
      },
    })
    introspections.set(document, found)
  }
  return found
}

/**
 * Refuses introspection queries of anonymous callers. A validation rule could not do this, because a cached document is
 * not validated again for another caller.
 */
export const useAnonymousIntrospectionGuard = (): Plugin<GraphQLContext> => ({
  onExecute: ({ args, setResultAndStopExecution }) => {
    const { caller } = args.contextValue as GraphQLContext
    if (caller.kind !== 'anonymous' || !hasIntrospectionField(args.document)) return
    const { message, extensions } = makeUnauthorizedError('Introspection needs an API key.')
    setResultAndStopExecution({ errors: [new GraphQLError(message, { extensions })] })
  },
})
