import { getIpAddressGroup } from '../platform/limits/ip-address.ts'
import type { Exchange } from './exchange.ts'

/**
 * Returns the id of the tenant whose limits apply to a request: normally the workspace id. For an anonymous caller, it
 * is a group of IP addresses. For the MCP master key without a workspace, it is `master`.
 */
export function getTenantIdForLimits({ caller, ipAddress }: Pick<Exchange, 'caller' | 'ipAddress'>): string {
  if (caller.kind === 'anonymous') return getIpAddressGroup(ipAddress)
  return caller.workspaceId ?? caller.kind
}
