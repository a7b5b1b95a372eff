import { useEffect, useState } from 'react'
import { Label, Meter } from 'react-aria-components/Meter'
import type { ViewerQuery } from '../generated/operations.ts'
import { planName } from '../parts/plans.ts'
import style from './Usage.module.css'

const secondsTo = (time: string) => Math.max(0, Math.ceil((Date.parse(time) - Date.now()) / 1000))

function useSecondsTo(time: string): number {
  const [seconds, setSeconds] = useState(() => secondsTo(time))
  useEffect(() => {
    setSeconds(secondsTo(time))
    const timer = setInterval(() => setSeconds(secondsTo(time)), 1000)
    return () => clearInterval(timer)
  }, [time])
  return seconds
}

/** The plan, and what is left of the present minute. */
export function Window({ viewer: { plan, limit } }: { viewer: ViewerQuery['viewer'] }) {
  const seconds = useSecondsTo(limit.resetAt)
  // Nobody counts for a minute that is over: the next one is whole until it is asked for.
  const remaining = seconds === 0 ? limit.limit : limit.remaining
  return (
    <div className={style.tiles}>
      <div className={style.tile}>
        <span className={style.tileName}>Plan</span>
        <span className={style.tileValue}>{planName(plan)}</span>
        <span className={style.tileNote}>{limit.limit.toLocaleString('en')} requests a minute</span>
      </div>
      <Meter className={style.tile!} value={remaining} maxValue={limit.limit}>
        <Label className={style.tileName}>Requests left in this minute</Label>
        <span className={style.tileValue}>{remaining.toLocaleString('en')}</span>
        <span className={style.track}>
          <span className={style.fill} style={{ width: `${(100 * remaining) / limit.limit}%` }} />
        </span>
        <span className={style.tileNote}>
          {seconds > 0 ? `Starts again in ${seconds} s` : 'Starts with the next request'}
        </span>
      </Meter>
    </div>
  )
}
