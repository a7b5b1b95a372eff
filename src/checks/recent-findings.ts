import { LRUCache } from 'lru-cache'
import type { Finding, FindingIdentity } from './finding.ts'
import type { NodeKind } from './model/check.ts'

/** A finding that a response has listed: the record with the problem, and what the id of the finding depends on. */
export type RecentlyListedFinding = FindingIdentity & { kind: NodeKind }

/**
 * The findings that this process has listed most recently. An author who dismisses a finding has just read it, so the
 * finding is usually here, and the checks need not run to find it again.
 */
const recent = new LRUCache<string, RecentlyListedFinding>({
  maxSize: 8_000_000,
  sizeCalculation: ({ path, message }) => 400 + 2 * (path.length + message.length),
})

const cacheKey = (workspaceId: string, findingId: string) => `${workspaceId} ${findingId}`

/** Remembers the findings of a response. */
export function rememberListedFindings(workspaceId: string, findings: readonly Finding[]): void {
  for (const { id, kind, nodeId, code, path, message } of findings)
    recent.set(cacheKey(workspaceId, id), { kind, nodeId, code, path, message })
}

/** Returns a finding that this process has listed, or undefined. The record with the problem may have changed since. */
export const findRecentlyListedFinding = (workspaceId: string, findingId: string): RecentlyListedFinding | undefined =>
  recent.get(cacheKey(workspaceId, findingId))
