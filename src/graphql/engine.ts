import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases'
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens'
import { GraphQLError, type GraphQLSchema } from 'graphql'
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga'
import type { Context, Services } from '../context.ts'
import { useCompiled } from './compiled.ts'
import { useFieldLimits } from './field-limits.ts'
import { useHints } from './hints.ts'
import { joined } from './joined.ts'
import { shown, useGuardedIntrospection, useMasking } from './plugins.ts'
import { useReplica } from './replica.ts'

/** Yoga with what every operation passes, by whichever face it comes: limits, masking, introspection for the known. */
export type Engine = YogaServerInstance<Context, object>

export function makeEngine(
  schema: GraphQLSchema,
  { config, log, fieldLimiter, replica, onAccident }: Services,
  extra: Plugin[] = [],
): Engine {
  return createYoga<Context>({
    schema,
    graphqlEndpoint: '/graphql',
    plugins: [
      ...(joined([
        useCompiled(),
        useMasking(),
        ...(config.production ? [useGuardedIntrospection()] : []),
        useFieldLimits(fieldLimiter),
      ]) as Plugin[]),
      maxTokensPlugin({ n: 2000 }) as Plugin,
      maxAliasesPlugin({ n: 30, allowList: [] }) as Plugin,
      useHints() as Plugin,
      ...(replica ? [useReplica() as Plugin] : []),
      ...extra,
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
}
