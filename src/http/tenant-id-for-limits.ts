import { getIpAddressGroup } from '../platform/limits/ip-address.ts'
import type { Exchange } from './exchange.ts'

/**
 * Returns the id of the tenant whose limits apply: a workspace, a group of IP addresses, or `master` for the MCP master
 * key without a workspace.
 */
export function getTenantIdForLimits({ caller, ipAddress }: Pick<Exchange, 'caller' | 'ipAddress'>): string {
  if (caller.kind === 'anonymous') return getIpAddressGroup(ipAddress)
  return caller.workspaceId ?? caller.kind
}
