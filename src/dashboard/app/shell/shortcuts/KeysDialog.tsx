import { Fragment } from 'react'
import { getKeyNames } from '../../commands/key-names.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import style from './Keys.module.css'
import { type KeyRow, keyGroups } from './key-groups.ts'

const KeyCombination = ({ keys }: { keys: string }) => (
  <span className={style.combination}>
    {getKeyNames(keys).map((name) => (
      <kbd key={name}>{name}</kbd>
    ))}
  </span>
)

const Keys = ({ keys, isRange }: KeyRow) =>
  keys.map((one, index) => (
    <Fragment key={one}>
      {index > 0 && <span className={style.between}>{isRange ? 'to' : 'or'}</span>}
      <KeyCombination keys={isRange && index > 0 ? one.slice(one.lastIndexOf('-') + 1) : one} />
    </Fragment>
  ))

/** Lists the keys of the dashboard. */
export const KeysDialog = ({ onClose }: { onClose(): void }) => (
  <Dialog title="Keys" isOpen isWide onClose={onClose}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: with the focus here, the arrow keys scroll the list. */}
    <div className={style.groups} tabIndex={0}>
      {keyGroups.map(({ title, rows }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {rows.map((row) => (
              <div key={row.does} className={style.row}>
                <dt>{row.does}</dt>
                <dd>
                  <Keys {...row} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
)
