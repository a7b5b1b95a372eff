import type { Endpoint, Exchange } from './exchange.ts'

type Options = Partial<Pick<Endpoint, 'isAuthenticatedAndCounted' | 'isNeverShed' | 'anonymousRateLimit'>>

/** Makes an endpoint with one route, such as a health endpoint or a file. Logs and metrics show the route. */
export const makeSingleRouteEndpoint = (
  route: string,
  answer: (exchange: Exchange) => Promise<void> | void,
  { isAuthenticatedAndCounted = false, isNeverShed = false, anonymousRateLimit = 'anonymous' }: Options = {},
): Endpoint => ({
  isAuthenticatedAndCounted,
  isNeverShed,
  anonymousRateLimit,
  handle: (exchange) => {
    exchange.route = route
    return answer(exchange)
  },
})
