import type { Endpoint, Exchange } from './exchange.ts'

type Options = Partial<Pick<Endpoint, 'isAuthenticatedAndCounted' | 'isNeverShed' | 'anonymousPolicy'>>

/** Makes an endpoint whose name in logs and metrics is always `route`, such as a health endpoint or a file. */
export const makeFixedRouteEndpoint = (
  route: string,
  answer: (exchange: Exchange) => Promise<void> | void,
  { isAuthenticatedAndCounted = false, isNeverShed = false, anonymousPolicy = 'anonymous' }: Options = {},
): Endpoint => ({
  isAuthenticatedAndCounted,
  isNeverShed,
  anonymousPolicy,
  handle: (exchange) => {
    exchange.route = route
    return answer(exchange)
  },
})
