import { ApiError } from '../errors.ts'
import type { Asked } from './operation.ts'

const bad = (message: string) => new ApiError('invalid_request', message)
const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function asked({ query, variables, operationName, extensions }: Record<string, unknown>): Asked {
  if (typeof query !== 'string') throw bad('query: must be a string with the GraphQL document.')
  if (variables != null && !isMap(variables)) throw bad('variables: must be an object.')
  if (operationName != null && typeof operationName !== 'string') throw bad('operationName: must be a string.')
  if (extensions != null && !isMap(extensions)) throw bad('extensions: must be an object.')
  return { query, variables: variables as Asked['variables'], operationName }
}

/** What a POST asks for: GraphQL over HTTP, section 5.4. @throws ApiError `invalid_request` */
export function askedInBody(body: string): Asked {
  let sent: unknown
  try {
    sent = JSON.parse(body)
  } catch {
    throw bad('The request body is not JSON.')
  }
  if (!isMap(sent)) throw bad('The request body must be one JSON object.')
  return asked(sent)
}

/** A parameter of a query string that is JSON text. */
function jsonOf(name: string, text: string | null): unknown {
  if (text === null || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw bad(`${name}: is not JSON.`)
  }
}

/** What a GET asks for: GraphQL over HTTP, section 5.3. @throws ApiError `invalid_request` */
export function askedInQuery(query: string): Asked {
  const params = new URLSearchParams(query)
  return asked({
    query: params.get('query'),
    variables: jsonOf('variables', params.get('variables')),
    operationName: params.get('operationName') || undefined,
    extensions: jsonOf('extensions', params.get('extensions')),
  })
}
