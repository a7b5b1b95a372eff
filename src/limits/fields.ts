import type { Identity, Store } from '@envelop/rate-limiter'
import { ApiError } from '../errors.ts'
import { type CounterParts, makeCounter } from './counter.ts'

/** The limit of expensive fields, a minute and caller, beside the plan's. */
export type FieldLimiter = ReturnType<typeof makeFieldLimiter>

const windowSeconds = 60

/** The answer to one generation too many in a minute. */
export const tooOften = (max: number, seconds = windowSeconds) =>
  new ApiError('rate_limit_exceeded', `At most ${max} of these a minute: wait for Retry-After seconds.`, {
    details: { reason: 'field_limit', limit: max },
    headers: { 'Retry-After': String(seconds) },
  })

export function makeFieldLimiter(max: number, parts: CounterParts) {
  const count = makeCounter('fields', max, windowSeconds, parts)

  /**
   * The plug-in reads a list of times and writes it back; between the two somebody else may have counted. Here reading
   * is the count, in one atomic step: the list is as long as the calls before this one.
   */
  const store: Store = {
    getForIdentity: async ({ contextIdentity }: Identity) => {
      const { consumed } = await count(contextIdentity, 1)
      return new Array<number>(Math.min(consumed - 1, max)).fill(Date.now())
    },
    setForIdentity: () => {},
  }

  return {
    max,
    store,
    /** Counts a call outside a query or mutation. @throws ApiError `rate_limit_exceeded` */
    async mustAllow(who: string): Promise<void> {
      const { consumed, msBeforeNext } = await count(who, 1)
      if (consumed > max) throw tooOften(max, Math.ceil(msBeforeNext / 1000))
    },
  }
}
