import { getIpAddressGroup } from '../platform/limits/ip-address.ts'
import type { Exchange } from './exchange.ts'

/**
 * Returns the id of the tenant whose limits apply to a request. The id is the workspace id, `master` for the MCP master
 * key without a workspace, or a group of IP addresses for an anonymous caller.
 */
export function getTenantIdForLimits({ caller, ipAddress }: Pick<Exchange, 'caller' | 'ipAddress'>): string {
  if (caller.kind === 'anonymous') return getIpAddressGroup(ipAddress)
  return caller.workspaceId ?? caller.kind
}
