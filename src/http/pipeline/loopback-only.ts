import { ApiError } from '../../platform/errors.ts'
import { isLoopbackAddress, parseForwardedAddress } from '../../platform/limits/ip-address.ts'
import type { Exchange } from '../exchange.ts'

/**
 * Returns whether the forwarding headers name only this machine. Clients can forge headers, so also check the address
 * of the connection.
 */
function isForwardedLocal({ req }: Exchange): boolean {
  const forwardedFor = req.headers['x-forwarded-for']
  const entries = typeof forwardedFor === 'string' ? forwardedFor.split(',') : []
  return (
    req.headers.forwarded === undefined &&
    entries.every((entry) => isLoopbackAddress(parseForwardedAddress(entry.trim()) ?? ''))
  )
}

/**
 * Refuses clients on other machines, because development sign-in needs no password.
 * @throws ApiError 403
 */
export function assertLoopbackClient(exchange: Exchange): void {
  if (isLoopbackAddress(exchange.req.socket.remoteAddress ?? '') && isForwardedLocal(exchange)) return
  throw new ApiError(
    'forbidden',
    'Development sign-in only works on this machine. Open the dashboard as http://localhost, or set OIDC_ISSUER and OIDC_AUDIENCE.',
  )
}
