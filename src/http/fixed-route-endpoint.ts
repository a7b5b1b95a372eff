import type { Endpoint, Exchange } from './exchange.ts'

type Options = Partial<Pick<Endpoint, 'isRateLimited' | 'isNeverShed' | 'anonymousPolicy'>>

/** Makes the endpoint of one page or file. `route` is the name of the endpoint in logs and metrics. */
export const makePageEndpoint = (
  route: string,
  answer: (exchange: Exchange) => Promise<void> | void,
  { isRateLimited = false, isNeverShed = false, anonymousPolicy = 'anonymous' }: Options = {},
): Endpoint => ({
  isRateLimited,
  isNeverShed,
  anonymousPolicy,
  handle: (exchange) => {
    exchange.route = route
    return answer(exchange)
  },
})
