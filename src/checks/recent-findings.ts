import { LRUCache } from 'lru-cache'
import { type Caches, defineCache } from '../platform/caches.ts'
import type { Finding } from './finding.ts'
import type { FindingIdentity } from './finding-id.ts'
import type { NodeKind } from './model/check.ts'

/** The properties of a finding that the service needs to dismiss the finding. */
export type RecentlyListedFinding = FindingIdentity & { kind: NodeKind }

/**
 * The findings in recent responses of this process. If an author dismisses one of them, the checks need not run again.
 */
const recentFindingCache = defineCache(
  () =>
    new LRUCache<string, RecentlyListedFinding>({
      maxSize: 8_000_000,
      sizeCalculation: ({ path, message }) => 400 + 2 * (path.length + message.length),
    }),
)

const cacheKey = (workspaceId: string, findingId: string) => `${workspaceId} ${findingId}`

/** Remembers the findings of a response. */
export function rememberListedFindings(caches: Caches, workspaceId: string, findings: readonly Finding[]): void {
  const recent = caches.get(recentFindingCache)
  for (const { id, kind, nodeId, code, path, message } of findings)
    recent.set(cacheKey(workspaceId, id), { kind, nodeId, code, path, message })
}

/**
 * Returns a finding that was in a response of this process, or undefined if the cache does not contain it. The record
 * with the problem may have changed since.
 */
export const findRecentlyListedFinding = (
  caches: Caches,
  workspaceId: string,
  findingId: string,
): RecentlyListedFinding | undefined => caches.get(recentFindingCache).get(cacheKey(workspaceId, findingId))
