import type { Plugin } from '@envelop/core'
import { useRateLimiter } from '@envelop/rate-limiter'
import { type DocumentNode, visit } from 'graphql'
import type { Context } from '../context.ts'
import { type FieldLimiter, tooOften } from '../limits/fields.ts'

/** The fields that have a limit of their own, whichever face they are asked for by. */
const limited = new Set(['generateContent'])

const asking = new WeakMap<DocumentNode, boolean>()

function asksLimited(document: DocumentNode): boolean {
  let found = asking.get(document)
  if (found === undefined) {
    found = false
    visit(document, {
      Field: ({ name }) => {
        if (limited.has(name.value)) found = true
      },
    })
    asking.set(document, found)
  }
  return found
}

/** The per-field limit; documents without such a field pass it by, since the plug-in walks and copies what it checks. */
export function useFieldLimits(limiter: FieldLimiter): Plugin<Context> {
  const { onExecute } = useRateLimiter({
    identifyFn: (context) => {
      const { caller } = context as Context
      return caller.kind === 'nobody' ? 'nobody' : `${caller.workspaceId}`
    },
    configByField: [...limited].map((field) => ({ type: 'Mutation', field, max: limiter.max, window: '60s' })),
    store: limiter.store,
    transformError: () => tooOften(limiter.max),
  }) as Plugin<Context>
  return {
    onExecute: (payload) => (asksLimited(payload.args.document) ? onExecute?.(payload) : undefined),
  }
}
