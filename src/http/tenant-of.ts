import { getIpAddressGroup } from '../platform/limits/address-group.ts'
import type { Exchange } from './exchange.ts'

/**
 * Returns the id under which limiters count what the caller of a request uses: the workspace id, a group of IP
 * addresses for an anonymous caller, or `master` for the MCP master key without a workspace.
 */
export function getLimitTenantId({ caller, address }: Pick<Exchange, 'caller' | 'address'>): string {
  if (caller.kind === 'anonymous') return getIpAddressGroup(address)
  return caller.workspaceId ?? caller.kind
}
