import type { Endpoint, Exchange } from './exchange.ts'

type Options = Partial<Omit<Endpoint, 'handle'>>

/** Makes an endpoint with one route, such as a health endpoint or a file. Logs and metrics show the route. */
export const makeSingleRouteEndpoint = (
  route: string,
  answer: (exchange: Exchange) => Promise<void> | void,
  options: Options = {},
): Endpoint => ({
  isAuthenticatedAndCounted: false,
  ...options,
  handle: (exchange) => {
    exchange.route = route
    return answer(exchange)
  },
})
