import { ChevronRight } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Disclosure, DisclosurePanel, Heading } from 'react-aria-components/Disclosure'
import { Card } from '../parts/Card.tsx'
import { KeyRow } from './KeyRow.tsx'
import style from './Keys.module.css'
import { isLive, type Key } from './status.ts'

type RowsProps = { keys: readonly Key[]; all: readonly Key[]; named?: boolean }

/** `named`: each fact has its name beside it, where no line of heads stands above. */
const Rows = ({ keys, all, named }: RowsProps) => (
  <ul className={named ? `${style.rows} ${style.named}` : style.rows}>
    {keys.map((key) => (
      <KeyRow key={key.keyId} apiKey={key} all={all} />
    ))}
  </ul>
)

/** The keys that work, and behind a button those that no longer do. */
export function KeyList({ keys }: { keys: readonly Key[] }) {
  const live = keys.filter(isLive)
  const dead = keys.filter((key) => !isLive(key))
  return (
    <>
      <Card flush>
        <div className={style.heads} aria-hidden>
          <span>Key</span>
          <span>Scopes</span>
          <span>Created</span>
          <span>Last used</span>
          <span>Expires</span>
        </div>
        {live.length > 0 ? (
          <Rows keys={live} all={keys} />
        ) : (
          <p className={style.none}>No key works at present. Create one to call the API.</p>
        )}
      </Card>
      {dead.length > 0 && (
        <Disclosure className={style.dead!}>
          <Heading level={2} className={style.deadHeading}>
            <Button slot="trigger" className={style.deadButton!}>
              <ChevronRight aria-hidden size={16} />
              Revoked and expired ({dead.length})
            </Button>
          </Heading>
          <DisclosurePanel>
            <Card flush>
              <Rows keys={dead} all={keys} named />
            </Card>
          </DisclosurePanel>
        </Disclosure>
      )}
    </>
  )
}
