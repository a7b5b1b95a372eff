import { Label, Meter } from 'react-aria-components/Meter'
import type { ViewerQuery } from '../generated/operations.ts'
import { formatBytes } from '../ui/format-bytes.ts'
import style from './Usage.module.css'

/** The part of the quota from which on the page warns. */
const warnsFrom = 0.9

type StorageMeterProps = { storage: ViewerQuery['viewer']['storage']; note?: string }

/** Shows how much of its storage the workspace uses, and warns before it is full. */
export function StorageMeter({
  storage: { quota, total, trash },
  note = 'Files, drafts, trash and releases',
}: StorageMeterProps) {
  const part = quota > 0 ? Math.min(1, total / quota) : 1
  const isNearlyFull = part >= warnsFrom
  return (
    <Meter
      className={style.tile!}
      value={part}
      maxValue={1}
      formatOptions={{ style: 'percent' }}
      valueLabel={`${formatBytes(total)} of ${formatBytes(quota)}`}
    >
      {({ valueText }) => (
        <>
          <Label className={style.tileName}>Storage</Label>
          <span className={style.tileValue}>{valueText}</span>
          <span className={style.track}>
            <span
              className={isNearlyFull ? `${style.fill} ${style.nearlyFull}` : style.fill}
              style={{ width: `${100 * part}%` }}
            />
          </span>
          {isNearlyFull ? (
            <span className={style.warning}>
              {part === 1 ? 'Full: nothing can be added.' : 'Nearly full.'} Delete what is not needed, and then for good
              from the trash ({formatBytes(trash)}).
            </span>
          ) : (
            <span className={style.tileNote}>{note}</span>
          )}
        </>
      )}
    </Meter>
  )
}
