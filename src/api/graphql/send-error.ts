import { GraphQLError } from 'graphql'
import type { Exchange } from '../../http/exchange.ts'
import { sendJsonText } from '../../http/send.ts'
import type { ApiError } from '../../platform/errors.ts'

/** Sends an error as a GraphQL response without data, for a request that GraphQL does not execute. */
export function sendGraphqlError(exchange: Exchange, { message, code, details, status, headers }: ApiError): void {
  const errors = [new GraphQLError(message, { extensions: { code, details } })]
  sendJsonText(exchange, status, JSON.stringify({ errors }), headers)
}
