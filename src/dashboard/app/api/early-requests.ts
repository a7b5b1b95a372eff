import { sendGraphqlRequest } from './graphql-request.ts'

const maxAgeMs = 10_000

const earlyRequests = new Map<string, { idToken: string; response: Promise<Response> }>()

/** Sends a query for the page that is about to open. */
export function sendEarlyRequest(body: string, idToken: string): void {
  const response = sendGraphqlRequest(body, idToken)
  earlyRequests.set(body, { idToken, response })
  const forgetLater = () => setTimeout(() => earlyRequests.delete(body), maxAgeMs)
  response.then(forgetLater, forgetLater)
}

/** Returns the response to an early request of the same user, which can be taken once, if it is at most 10 seconds old. */
export function takeEarlyResponse(body: string, idToken: string | undefined): Promise<Response> | undefined {
  const early = earlyRequests.get(body)
  earlyRequests.delete(body)
  return early?.idToken === idToken ? early?.response : undefined
}
