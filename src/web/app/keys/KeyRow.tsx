import { Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Badge } from '../parts/Badge.tsx'
import { Button } from '../parts/Button.tsx'
import choice from '../parts/Choice.module.css'
import { agoOf, dayOf, momentOf } from '../parts/time.ts'
import style from './Keys.module.css'
import { RevokeKey } from './RevokeKey.tsx'
import { RotateKey } from './RotateKey.tsx'
import { isLive, isOld, type Key, type KeyStatus, statusOf, successorOf } from './status.ts'

const badges: Record<KeyStatus, { look: 'good' | 'warn' | 'neutral'; word: string }> = {
  active: { look: 'good', word: 'Active' },
  expiring: { look: 'warn', word: 'Expires soon' },
  expired: { look: 'neutral', word: 'Expired' },
  revoked: { look: 'neutral', word: 'Revoked' },
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={style.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Time = ({ at, how }: { at: string; how: (time: string) => string }) => (
  <time dateTime={at} title={momentOf(at)}>
    {how(at)}
  </time>
)

function Hint({ apiKey, all }: { apiKey: Key; all: readonly Key[] }) {
  const successor = successorOf(apiKey, all)
  if (isLive(apiKey) && successor)
    return <p className={style.hint}>Replaced by {successor.start}…: revoke this one when nothing uses it any more.</p>
  if (isOld(apiKey)) return <p className={style.hint}>Older than 90 days: rotate it.</p>
  return null
}

type KeyRowProps = { apiKey: Key; all: readonly Key[] }

/** One key: what it is, how it stands, what can be done with it. */
export function KeyRow({ apiKey, all }: KeyRowProps) {
  const [open, setOpen] = useState<'rotate' | 'revoke'>()
  const { name, start, scopes, createdAt, lastUsedAt, expiresAt, revokedAt } = apiKey
  const { look, word } = badges[statusOf(apiKey)]
  const close = () => setOpen(undefined)
  return (
    <li className={style.row} data-key={name}>
      <div className={style.which}>
        <span className={style.name}>{name}</span>
        <Badge look={look}>{word}</Badge>
        <code className={style.start}>{start}…</code>
      </div>
      <dl className={style.facts}>
        <Fact name="Scopes">
          <span className={style.scopes}>
            {scopes.map((scope) => (
              <Badge key={scope}>{scope}</Badge>
            ))}
          </span>
        </Fact>
        <Fact name="Created">
          <Time at={createdAt} how={dayOf} />
        </Fact>
        <Fact name="Last used">{lastUsedAt ? <Time at={lastUsedAt} how={agoOf} /> : 'Never'}</Fact>
        {revokedAt ? (
          <Fact name="Revoked">
            <Time at={revokedAt} how={dayOf} />
          </Fact>
        ) : (
          <Fact name="Expires">{expiresAt ? <Time at={expiresAt} how={dayOf} /> : 'Never'}</Fact>
        )}
      </dl>
      {isLive(apiKey) && (
        <div className={style.menu}>
          <MenuTrigger>
            <Button look="quiet" small aria-label={`Actions for ${name}, ${start}`} icon={<Ellipsis aria-hidden />} />
            <Popover className={choice.popover!} placement="bottom end">
              <Menu className={choice.list!} onAction={(action) => setOpen(action as 'rotate' | 'revoke')}>
                <MenuItem id="rotate" className={choice.option!}>
                  Rotate…
                </MenuItem>
                <MenuItem id="revoke" className={`${choice.option} ${style.danger}`}>
                  Revoke…
                </MenuItem>
              </Menu>
            </Popover>
          </MenuTrigger>
        </div>
      )}
      <Hint apiKey={apiKey} all={all} />
      {open === 'revoke' && <RevokeKey apiKey={apiKey} onClose={close} />}
      {open === 'rotate' && <RotateKey apiKey={apiKey} onClose={close} />}
    </li>
  )
}
