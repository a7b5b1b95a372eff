import type { TypedDocumentString } from '../generated/operations.ts'

export const makeRequestBody = <Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables?: Variables,
): string => JSON.stringify({ query: document.toString(), variables })

type RequestOptions = { accept?: string; signal?: AbortSignal | undefined }

/** Sends a POST request to the GraphQL API. */
export const sendGraphqlRequest = (
  body: string,
  idToken: string | undefined,
  { accept = 'application/json', signal }: RequestOptions = {},
): Promise<Response> =>
  fetch('/graphql', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: accept,
      ...(idToken && { Authorization: `Bearer ${idToken}` }),
    },
    body,
    signal,
  })
