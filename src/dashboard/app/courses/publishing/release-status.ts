import type { ReleasesQuery } from '../../generated/later-operations.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import { formatTimeWithZone } from './time-zone.ts'

export type Release = ReleasesQuery['releasePage']['items'][number]

/** The status of a release. A `kept` release was never published: a restore has stored the former draft in it. */
export type ReleaseStatus = 'live' | 'scheduled' | 'kept' | 'past'

type ReleaseTimes = Pick<Release, 'number' | 'published' | 'liveFrom' | 'liveUntil'>

export function getReleaseStatus(release: ReleaseTimes, liveNumber: number | null, now = Date.now()): ReleaseStatus {
  const { number, published, liveFrom } = release
  if (number === liveNumber) return 'live'
  if (!published) return 'kept'
  return liveFrom && Date.parse(liveFrom) > now ? 'scheduled' : 'past'
}

/** Returns the scheduled release that goes live first, or undefined if no release is scheduled. */
export const findNextScheduledRelease = <Item extends ReleaseTimes>(
  releases: readonly Item[],
  liveNumber: number | null,
) =>
  releases
    .filter((release) => getReleaseStatus(release, liveNumber) === 'scheduled')
    .toSorted((a, b) => Date.parse(a.liveFrom ?? '') - Date.parse(b.liveFrom ?? ''))
    .at(0)

/**
 * Describes the schedule of a release, such as `Was live until 24 Nov 2026, 09:00`. Returns undefined if the schedule
 * adds nothing to the status.
 */
export function describeReleaseSchedule(
  { liveFrom, liveUntil }: Pick<Release, 'liveFrom' | 'liveUntil'>,
  status: ReleaseStatus,
  now = Date.now(),
): string | undefined {
  const hasFutureEnd = liveUntil !== null && Date.parse(liveUntil) > now
  const end = hasFutureEnd ? ` until ${formatTimeWithZone(liveUntil)}` : ''
  if (status === 'scheduled') return `Goes live on ${formatTimeWithZone(liveFrom ?? '')}${end && `,${end}`}`
  if (status === 'live' && end) return `Live${end}`
  if (status === 'past' && liveFrom === null) return 'The schedule was cancelled'
  if (status === 'past' && hasFutureEnd)
    return `Replaced. Learners see it again if the later releases end before ${formatTimeWithZone(liveUntil)}`
  if (status === 'past' && liveUntil) return `Was live until ${formatDateTime(liveUntil)}`
  return undefined
}
