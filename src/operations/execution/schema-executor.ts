import type { Plugin as EnvelopPlugin } from '@envelop/core'
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases'
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens'
import { type DocumentNode, GraphQLError, type GraphQLSchema } from 'graphql'
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga'
import { disabledOptimizations } from '../../platform/optimizations.ts'
import type { GraphQLContext, Services } from '../context.ts'
import { useEarlyVariableCoercion } from './coerce-variables.ts'
import { useCompiledOperations } from './compiled.ts'
import { type ExecutorWithPluginHooks, makeExecutorWithPluginHooks } from './direct-execution.ts'
import { type DocumentCache, makeDocumentCache } from './document-cache.ts'
import { useFieldSuggestionRemover } from './hide-field-suggestions.ts'
import { maskGraphQLError, useAnonymousIntrospectionGuard, useErrorMasking } from './plugins.ts'
import { useReadReplica } from './read-replica.ts'

/** The objects that execute the operations of every API: the Yoga server and the caches of documents. */
export type SchemaExecutor = {
  yoga: YogaServerInstance<GraphQLContext, object>
  /**
   * Executes a query or mutation with all plug-ins, faster than Envelop. Undefined if `COURSEWRIGHT_WITHOUT` disables
   * this optimization. Envelop then executes queries and mutations.
   */
  execute: ExecutorWithPluginHooks | undefined
  /** The cache of the documents that GraphQL requests contain. */
  documents: DocumentCache
  /** The parsed documents of REST and MCP, with their texts as keys. The number of these documents is fixed. */
  apiDocuments: Map<string, DocumentNode>
}

export function makeSchemaExecutor(
  schema: GraphQLSchema,
  { config, log, replica, onInternalError }: Services,
  extra: Plugin[] = [],
): SchemaExecutor {
  let plugins: readonly EnvelopPlugin<GraphQLContext>[] = []
  const collectPlugins: EnvelopPlugin<GraphQLContext> = {
    onPluginInit(init) {
      plugins = init.plugins
    },
  }
  const yoga = createYoga<GraphQLContext>({
    schema,
    graphqlEndpoint: '/graphql',
    plugins: [
      useEarlyVariableCoercion() as Plugin,
      useCompiledOperations(log) as Plugin,
      useErrorMasking() as Plugin,
      ...(config.isProduction ? [useAnonymousIntrospectionGuard() as Plugin] : []),
      maxTokensPlugin({ n: 2000 }) as Plugin,
      maxAliasesPlugin({ n: 30, allowList: [] }) as Plugin,
      useFieldSuggestionRemover() as Plugin,
      ...(replica ? [useReadReplica() as Plugin] : []),
      ...extra,
      collectPlugins as Plugin,
    ],
    maskedErrors: {
      maskError: (error) =>
        maskGraphQLError(
          error instanceof GraphQLError ? error : new GraphQLError('', { originalError: error as Error, path: [] }),
          (internal) => onInternalError(internal, log),
        ),
    },
    cors: false,
    multipart: false,
    /**
     * Yoga's document caches are off, because they have no limit in bytes and also store documents of anonymous
     * callers.
     */
    parserAndValidationCache: false,
    batching: false,
    landingPage: false,
    logging: false,
    // Yoga's GraphiQL is off, because the dashboard serves GraphiQL without inline scripts.
    graphiql: false,
  })
  const execute = disabledOptimizations.has('execution') ? undefined : makeExecutorWithPluginHooks(plugins)
  return { yoga, execute, documents: makeDocumentCache(), apiDocuments: new Map() }
}
