import { isPlan } from '../../identity/plans.ts'
import type { Config } from '../../platform/config.ts'
import { ApiError } from '../../platform/errors.ts'
import type { StoredBytes } from './stored-bytes.ts'

/**
 * What the storage counts for each stored row beside its texts: its identifiers, dates and authors, and its entries in
 * the indexes.
 */
export const rowOverheadBytes = 500

/** Returns the bytes that a workspace with this plan may store. A workspace with an unknown plan has no API access. */
export const getStorageQuota = ({ storageQuotas }: Pick<Config, 'storageQuotas'>, plan: string): number =>
  storageQuotas[isPlan(plan) ? plan : 'professional']

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** Writes a number of bytes with three digits, such as `4.98 GB`. */
function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${Number((bytes / 1000 ** power).toPrecision(3)).toLocaleString('en')} ${units[power]}`
}

/** Makes the error for a request after which the workspace would store `total` bytes, more than its quota. */
export const makeStorageQuotaError = ({ total }: Pick<StoredBytes, 'total'>, quota: number) =>
  new ApiError(
    'conflict',
    `The workspace may store ${formatBytes(quota)}, and would store ${formatBytes(total)}. Delete what is not needed, and then for good from the trash, or choose a plan with more storage.`,
    { details: { reason: 'storage_quota_exceeded', quotaBytes: quota, neededBytes: total } },
  )
