import type { Plugin } from '@envelop/core'
import { type DocumentNode, type ExecutionResult, GraphQLError, visit } from 'graphql'
import { unauthorized } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import { ApiError, isCode, maskError } from '../errors.ts'
import { namingVariables } from './variables.ts'

const isShown = ({ extensions, originalError }: GraphQLError) =>
  (originalError === undefined || originalError instanceof ApiError) &&
  typeof extensions?.code === 'string' &&
  isCode(extensions.code)

/** An error as clients see it: `extensions { code, details }`, with where it happened. */
export function shown(error: GraphQLError, onAccident: (error: unknown) => void): GraphQLError {
  if (isShown(error)) return error
  const originalError = maskError(error, onAccident)
  const { nodes, source, positions, path } = error
  const { code, message, details } = originalError
  return new GraphQLError(message, { nodes, source, positions, path, originalError, extensions: { code, details } })
}

const isResult = (value: unknown): value is ExecutionResult =>
  typeof value === 'object' && value !== null && !(Symbol.asyncIterator in value)

const ignore = () => {}

/** Masks what resolvers throw, and says which field of a variable was wrong. */
export const useMasking = (): Plugin<Context> => ({
  onParse:
    () =>
    ({ result, replaceParseResult }) => {
      if (result instanceof GraphQLError) replaceParseResult(shown(result, ignore))
    },
  onValidate:
    () =>
    ({ valid, result, setResult }) => {
      if (!valid) setResult(result.map((error) => shown(error, ignore)))
    },
  onExecute: ({ args }) => ({
    onExecuteDone: ({ result, setResult }) => {
      if (!isResult(result) || !result.errors) return
      const context = args.contextValue as Context
      const onAccident = (accident: unknown) => context.onAccident(accident, context.log())
      const named = result.data === undefined ? namingVariables(result.errors, args) : result.errors
      const errors = named.map((error) => shown(error, onAccident))
      setResult({ ...result, errors })
    },
  }),
})

const asking = new WeakMap<DocumentNode, boolean>()

/** Whether a document asks about the schema itself; remembered with the cached document. */
function asksSchema(document: DocumentNode): boolean {
  let found = asking.get(document)
  if (found === undefined) {
    found = false
    visit(document, {
      Field: ({ name }) => {
        if (name.value === '__schema' || name.value === '__type') found = true
      },
    })
    asking.set(document, found)
  }
  return found
}

/** Introspection is for known callers. It is decided here and not by a validation rule: verdicts of those are cached. */
export const useGuardedIntrospection = (): Plugin<Context> => ({
  onExecute: ({ args, setResultAndStopExecution }) => {
    const { caller } = args.contextValue as Context
    if (caller.kind !== 'nobody' || !asksSchema(args.document)) return
    const { message, extensions } = unauthorized('Introspection needs an API key.')
    setResultAndStopExecution({ errors: [new GraphQLError(message, { extensions })] })
  },
})
