import type { ReleasesQuery } from '../../generated/later-operations.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import { formatTimeWithZone } from './time-zone.ts'

export type Release = ReleasesQuery['releasePage']['items'][number]

/** What a release is for learners at a time. `kept` is a draft that was kept before a restore. */
export type ReleaseStatus = 'live' | 'scheduled' | 'kept' | 'past'

export function getReleaseStatus(release: Release, liveNumber: number | null, now = Date.now()): ReleaseStatus {
  const { number, published, liveFrom } = release
  if (number === liveNumber) return 'live'
  if (!published) return 'kept'
  return liveFrom && Date.parse(liveFrom) > now ? 'scheduled' : 'past'
}

/** Says when learners see, will see or saw a release. Returns undefined if that is not interesting. */
export function describeSchedule({ liveFrom, liveUntil }: Release, status: ReleaseStatus): string | undefined {
  const end = liveUntil && Date.parse(liveUntil) > Date.now() ? ` until ${formatTimeWithZone(liveUntil)}` : ''
  if (status === 'scheduled') return `Goes live on ${formatTimeWithZone(liveFrom ?? '')}${end && `,${end}`}`
  if (status === 'live' && end) return `Live${end}`
  if (status === 'past' && liveFrom === null) return 'The schedule was cancelled'
  if (status === 'past' && liveUntil) return `Was live until ${formatDateTime(liveUntil)}`
  return undefined
}
