import { type ExecutionResult, GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { GraphQLContext } from '../context.ts'

/**
 * Returns whether field suggestions are hidden from the caller. In production, they are hidden from anonymous callers.
 */
const hidesSuggestionsFrom = ({ config, caller }: GraphQLContext) => config.isProduction && caller.kind === 'anonymous'

function withoutSuggestion({
  message,
  nodes,
  source,
  positions,
  path,
  originalError,
  extensions,
}: GraphQLError): GraphQLError {
  const plain = message.replace(/ Did you mean .*$/s, '')
  return new GraphQLError(plain, { nodes, source, positions, path, originalError, extensions })
}

/** Removes the field names that graphql-js suggests ("Did you mean …") from errors for anonymous callers. */
export const removeFieldSuggestions = (
  context: GraphQLContext,
  errors: readonly GraphQLError[],
): readonly GraphQLError[] => (hidesSuggestionsFrom(context) ? errors.map(withoutSuggestion) : errors)

/** Removes suggested field names from the errors that Yoga's HTTP layer sends to anonymous callers. */
export const useFieldSuggestionRemover = (): Plugin<object, GraphQLContext> => ({
  onResultProcess: ({ result, setResult, serverContext }) => {
    const { errors, ...rest } = result as ExecutionResult
    if (errors && !(Symbol.asyncIterator in result))
      setResult({ ...rest, errors: [...removeFieldSuggestions(serverContext, errors)] })
  },
})
