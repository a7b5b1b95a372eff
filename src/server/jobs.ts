import { failAllAbandonedGenerations } from '../ai/abandoned-generations.ts'
import { deleteOldGenerationsAndBudgets } from '../ai/old-generations.ts'
import { sweepAssets } from '../assets/removal/sweep.ts'
import { deleteOldChanges } from '../courses/changes/old-changes.ts'
import { mergeCourseTallies } from '../courses/course-list/reads/course-tallies.ts'
import { deleteExpiredIdempotencyKeys } from '../operations/idempotency-store.ts'
import { addUpStorageTallies, recountOldestStorage } from '../operations/storage/tallies.ts'
import { type LeaseRenewer, leaseRenewalIntervalMs } from '../platform/db/leases.ts'
import type { TransactionalSqlRunner } from '../platform/db/sql.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import type { ScheduledJob } from '../platform/scheduled-jobs.ts'
import { deleteOldReleases } from '../releases/old-releases.ts'
import { applyDueReleaseSchedules } from '../releases/publishing/due-schedules.ts'
import { deleteExpiredAndExcessTrashEntries } from '../trash/delete-for-good.ts'

type Dependencies = {
  sql: TransactionalSqlRunner
  leases: Pick<LeaseRenewer, 'renew'>
  textIndex: { indexPendingChanges(): Promise<unknown> }
  usage: { deleteExpired(): Promise<unknown> }
  fileStore: FileStore
  analyzeGrownTable: (() => Promise<unknown>) | undefined
  releasesKept: number
}

/** Returns the jobs that every process of the service runs at regular intervals. */
export const listScheduledJobs = ({
  sql,
  leases,
  textIndex,
  usage,
  fileStore,
  analyzeGrownTable,
  releasesKept,
}: Dependencies): ScheduledJob[] => [
  { name: 'idempotency keys', everyMs: 600_000, run: () => deleteExpiredIdempotencyKeys(sql) },
  { name: 'leases', everyMs: leaseRenewalIntervalMs, run: leases.renew },
  { name: 'generations', everyMs: leaseRenewalIntervalMs, run: () => failAllAbandonedGenerations(sql) },
  { name: 'old generations', everyMs: 3_600_000, run: () => deleteOldGenerationsAndBudgets(sql) },
  { name: 'tallies', everyMs: 15_000, run: () => mergeCourseTallies(sql) },
  { name: 'storage tallies', everyMs: 15_000, run: () => addUpStorageTallies(sql) },
  { name: 'storage', everyMs: 60_000, run: () => recountOldestStorage(sql) },
  { name: 'due releases', everyMs: 5000, run: () => applyDueReleaseSchedules(sql) },
  { name: 'releases', everyMs: 600_000, run: () => deleteOldReleases(sql, releasesKept) },
  { name: 'trash', everyMs: 60_000, run: () => deleteExpiredAndExcessTrashEntries(sql) },
  { name: 'search', everyMs: 1000, run: textIndex.indexPendingChanges },
  { name: 'old changes', everyMs: 3_600_000, run: () => deleteOldChanges(sql) },
  { name: 'files', everyMs: 3_600_000, run: () => sweepAssets(sql, fileStore) },
  { name: 'usage', everyMs: 3_600_000, run: usage.deleteExpired },
  ...(analyzeGrownTable ? [{ name: 'statistics', everyMs: 5000, run: analyzeGrownTable }] : []),
]
