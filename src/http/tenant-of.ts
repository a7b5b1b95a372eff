import { getIpAddressGroup } from '../platform/limits/address-group.ts'
import type { Exchange } from './exchange.ts'

/**
 * Returns the id under which the limits of a request's caller are counted: the workspace id, or a group of IP addresses
 * for an anonymous caller.
 */
export function getLimitTenantId({ caller, address }: Pick<Exchange, 'caller' | 'address'>): string {
  if (caller.kind === 'anonymous') return getIpAddressGroup(address)
  return caller.workspaceId ?? caller.kind
}
