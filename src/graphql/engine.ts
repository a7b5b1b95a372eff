import type { Plugin as EnvelopPlugin } from '@envelop/core'
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases'
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens'
import { type DocumentNode, GraphQLError, type GraphQLSchema } from 'graphql'
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga'
import type { Context, Services } from '../context.ts'
import { useCompiled } from './compiled.ts'
import { type Execute, executionOf } from './execution.ts'
import { useFieldLimits } from './field-limits.ts'
import { useHints } from './hints.ts'
import { shown, useGuardedIntrospection, useMasking } from './plugins.ts'
import { useReplica } from './replica.ts'

/** Yoga with what every operation passes, by whichever face it comes: limits, masking, introspection for the known. */
export type Engine = {
  yoga: YogaServerInstance<Context, object>
  /** Executes one operation through the hooks of all plug-ins. */
  execute: Execute
  /** The documents that are known to be sound, by their text. */
  sound: Map<string, DocumentNode>
}

export function makeEngine(
  schema: GraphQLSchema,
  { config, log, fieldLimiter, replica, onAccident }: Services,
  extra: Plugin[] = [],
): Engine {
  let all: readonly EnvelopPlugin<Context>[] = []
  const noted: EnvelopPlugin<Context> = {
    onPluginInit({ plugins }) {
      all = plugins
    },
  }
  const yoga = createYoga<Context>({
    schema,
    graphqlEndpoint: '/graphql',
    plugins: [
      useCompiled() as Plugin,
      useMasking() as Plugin,
      ...(config.production ? [useGuardedIntrospection() as Plugin] : []),
      useFieldLimits(fieldLimiter) as Plugin,
      maxTokensPlugin({ n: 2000 }) as Plugin,
      maxAliasesPlugin({ n: 30, allowList: [] }) as Plugin,
      useHints() as Plugin,
      ...(replica ? [useReplica() as Plugin] : []),
      ...extra,
      noted as Plugin,
    ],
    maskedErrors: {
      maskError: (error) =>
        shown(
          error instanceof GraphQLError ? error : new GraphQLError('', { originalError: error as Error, path: [] }),
          (accident) => onAccident(accident, log),
        ),
    },
    cors: false,
    multipart: false,
    batching: false,
    landingPage: false,
    logging: false,
    // The dashboard serves GraphiQL, under a policy without inline script.
    graphiql: false,
  })
  return { yoga, execute: executionOf(all), sound: new Map() }
}
