import { type ReactNode, useState } from 'react'
import { Badge } from '../../../ui/Badge.tsx'
import { formatDateTime } from '../../../ui/format-time.ts'
import { getActorName } from '../../actor-name.ts'
import style from '../Publishing.module.css'
import { describeReleaseSchedule, getReleaseStatus, type Release, type ReleaseStatus } from '../release-status.ts'
import { ReleaseActionMenu } from './ReleaseActionMenu.tsx'
import { type ReleaseDialogState, ReleaseDialogs } from './ReleaseDialogs.tsx'

const badges: Record<ReleaseStatus, ReactNode> = {
  live: <Badge variant="success">Live</Badge>,
  scheduled: <Badge variant="accent">Scheduled</Badge>,
  kept: <Badge>Kept draft</Badge>,
  past: null,
}

type ReleaseListProps = {
  courseId: string
  releases: readonly Release[]
  liveNumber: number | null
  /** Whether the course has releases that are older than all of `releases`. */
  hasOlder: boolean
  isReadOnly: boolean
}

/** Shows the releases of a course, the newest first, with their actions. */
export function ReleaseList({ courseId, releases, liveNumber, hasOlder, isReadOnly }: ReleaseListProps) {
  const [dialog, setDialog] = useState<ReleaseDialogState>()
  return (
    <>
      <ul className={style.rows}>
        {releases.map((release, index) => {
          const { number, message, isPartial, createdAt, createdBy, pinned } = release
          const status = getReleaseStatus(release, liveNumber)
          // The newest release comes first, so the next row shows the previous release.
          // Deleted releases leave gaps, so the previous number can be less than `number - 1`.
          const previousNumber = releases[index + 1]?.number ?? (hasOlder ? number - 1 : undefined)
          const schedule = describeReleaseSchedule(release, status)
          return (
            <li key={number} className={style.row}>
              <div className={style.rowText}>
                <span className={style.rowHead}>
                  <span className={style.rowName}>Release {number}</span>
                  {badges[status]}
                  {pinned && <Badge>Pinned</Badge>}
                  {isPartial && <Badge>Some lessons only</Badge>}
                </span>
                {message && (
                  <span className={style.message} dir="auto">
                    {message}
                  </span>
                )}
                <span className={style.soft}>
                  <time dateTime={createdAt}>{formatDateTime(createdAt)}</time> · by {getActorName(createdBy)}
                  {schedule && ` · ${schedule}`}
                </span>
              </div>
              <ReleaseActionMenu
                courseId={courseId}
                release={release}
                status={status}
                previousNumber={previousNumber}
                isReadOnly={isReadOnly}
                onOpenDialog={setDialog}
              />
            </li>
          )
        })}
      </ul>
      {dialog && <ReleaseDialogs courseId={courseId} open={dialog} onClose={() => setDialog(undefined)} />}
    </>
  )
}
