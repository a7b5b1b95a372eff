import { Label, Meter } from 'react-aria-components/Meter'
import type { ViewerQuery } from '../generated/operations.ts'
import { useCountdown } from '../ui/use-countdown.ts'
import { getPlanDisplayName } from './plan-name.ts'
import { StorageMeter } from './StorageMeter.tsx'
import style from './Usage.module.css'

/** Shows the plan of the workspace, the number of requests left in the current minute, and what is stored. */
export function PlanAndRateLimitSummary({ viewer: { plan, limit, storage } }: { viewer: ViewerQuery['viewer'] }) {
  const seconds = useCountdown(Date.parse(limit.resetAt))
  // After the reset of the rate limit, all requests are available again.
  const remaining = seconds === 0 ? limit.limit : limit.remaining
  return (
    <div className={style.tiles}>
      <div className={style.tile}>
        <span className={style.tileName}>Plan</span>
        <span className={style.tileValue}>{getPlanDisplayName(plan)}</span>
        <span className={style.tileNote}>{limit.limit.toLocaleString('en')} requests per minute</span>
      </div>
      <Meter className={style.tile!} value={remaining} maxValue={limit.limit}>
        <Label className={style.tileName}>Requests left in this minute</Label>
        <span className={style.tileValue}>{remaining.toLocaleString('en')}</span>
        <span className={style.track}>
          <span className={style.fill} style={{ width: `${(100 * remaining) / limit.limit}%` }} />
        </span>
        <span className={style.tileNote}>
          {seconds > 0 ? `Resets in ${seconds} s` : 'Resets with the next request'}
        </span>
      </Meter>
      <StorageMeter storage={storage} />
    </div>
  )
}
