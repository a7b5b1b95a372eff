import { type ExecutionResult, GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Context } from '../context.ts'

/** Who may not know the schema: in production, whoever brings no credential. */
const isStranger = ({ config, caller }: Context) => config.production && caller.kind === 'nobody'

function withoutHint({
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

/**
 * Errors as this caller may read them: strangers without the names that graphql-js thinks were meant. Validation's own
 * hooks are no place for it, since what they decide is cached with the document.
 */
export const forCaller = (context: Context, errors: readonly GraphQLError[]): readonly GraphQLError[] =>
  isStranger(context) ? errors.map(withoutHint) : errors

/** The same for what Yoga's HTTP layer answers. */
export const useHints = (): Plugin<object, Context> => ({
  onResultProcess: ({ result, setResult, serverContext }) => {
    const { errors, ...rest } = result as ExecutionResult
    if (errors && !(Symbol.asyncIterator in result))
      setResult({ ...rest, errors: [...forCaller(serverContext as unknown as Context, errors)] })
  },
})
