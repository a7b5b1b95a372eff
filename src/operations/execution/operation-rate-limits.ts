import type { Plugin } from '@envelop/core'
import { useRateLimiter } from '@envelop/rate-limiter'
import { type DocumentNode, type GraphQLSchema, visit } from 'graphql'
import { findAccessError } from '../../identity/access.ts'
import { makeLruCache } from '../../platform/lru-cache.ts'
import type { GraphQLContext } from '../context.ts'
import { readOperationSettings } from '../operation.ts'
import {
  makeOperationRateLimitError,
  type OperationRateLimit,
  type OperationRateLimiter,
} from '../operation-rate-limiter.ts'

type Limited = OperationRateLimit & { type: string; field: string; access: string }

/** Returns the root fields that declare `perMinute`. The keys are the names of the fields. */
function limitedFields(schema: GraphQLSchema, limiter: OperationRateLimiter): ReadonlyMap<string, Limited> {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const limited = roots.flatMap((root) =>
    Object.values(root?.getFields() ?? {}).flatMap((field): Limited[] => {
      const { access, perMinute } = readOperationSettings(field) ?? {}
      if (access === undefined || perMinute === undefined) return []
      return [{ ...limiter.limitOf(field.name, perMinute), type: root!.name, field: field.name, access }]
    }),
  )
  return new Map(limited.map((one) => [one.field, one]))
}

/** All calls with the same `tenantId` count together towards a rate limit. */
const tenantIdOf = ({ tenantId }: GraphQLContext) => tenantId

/**
 * Enforces the rate limits that operations declare, in every API. A call does not count if the caller lacks the
 * required access.
 */
export function useOperationRateLimits(schema: GraphQLSchema, limiter: OperationRateLimiter): Plugin<GraphQLContext> {
  const limits = limitedFields(schema, limiter)
  const found = new WeakMap<DocumentNode, readonly Limited[]>()

  function limitedIn(document: DocumentNode): readonly Limited[] {
    const known = found.get(document)
    if (known) return known
    const fields: Limited[] = []
    visit(document, {
      Field: ({ name }) => {
        const limit = limits.get(name.value)
        if (limit) fields.push(limit)
      },
    })
    found.set(document, fields)
    return fields
  }
  const countedIn = (document: DocumentNode, context: GraphQLContext) =>
    limitedIn(document).filter(({ access }) => findAccessError(access, context) === undefined)

  /**
   * The milliseconds until the next minute, for each rate limit that a tenant has exceeded. The keys are `<field>
   * <tenant id>`.
   */
  const msBeforeNextMinute = makeLruCache<number>(10_000)

  const { onExecute } = useRateLimiter({
    identifyFn: (context) => tenantIdOf(context as GraphQLContext),
    configByField: [...limits.values()].map(({ type, field, max }) => ({
      type,
      field,
      max,
      window: '60s',
      // The plug-in replaces `{{ id }}` with the id of the tenant, and passes the text to `transformError`.
      message: `${field} {{ id }}`,
    })),
    // The plug-in reads a list of earlier calls, adds a call and writes the list back. This loses simultaneous calls.
    // So `getForIdentity` counts the call itself, and returns a list with one entry for each earlier call.
    store: {
      async getForIdentity({ contextIdentity, fieldIdentity }) {
        const { count, max } = limits.get(fieldIdentity)!
        const { consumed, msBeforeNext } = await count(contextIdentity)
        if (consumed > max) msBeforeNextMinute.set(`${fieldIdentity} ${contextIdentity}`, msBeforeNext)
        return new Array<number>(Math.min(consumed - 1, max)).fill(Date.now())
      },
      setForIdentity: () => {},
    },
    transformError: (fieldAndTenant) => {
      const { max } = limits.get(fieldAndTenant.slice(0, fieldAndTenant.indexOf(' ')))!
      return makeOperationRateLimitError(max, msBeforeNextMinute.get(fieldAndTenant))
    },
  }) as Plugin<GraphQLContext>

  return {
    // The rate-limiter plug-in copies every document, so documents without rate-limited fields skip the plug-in.
    onExecute: (payload) => {
      const { document, contextValue } = payload.args
      return countedIn(document, contextValue as GraphQLContext).length > 0 ? onExecute?.(payload) : undefined
    },
    async onSubscribe({ args, setResultAndStopExecution }) {
      const context = args.contextValue as GraphQLContext
      for (const { count, max } of countedIn(args.document, context)) {
        const { consumed, msBeforeNext } = await count(tenantIdOf(context))
        if (consumed > max) setResultAndStopExecution({ errors: [makeOperationRateLimitError(max, msBeforeNext)] })
      }
    },
  }
}
