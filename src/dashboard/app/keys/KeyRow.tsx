import { Ban, Pencil, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ActionMenu } from '../ui/ActionMenu.tsx'
import { Badge } from '../ui/Badge.tsx'
import { formatDate, formatDateTime, formatRelativeTime } from '../ui/format-time.ts'
import { useUnsavedEditToContinue } from '../unsaved-edits/continued-edit.ts'
import { EditKeyDialog, makeUnsavedEditNameOfKey } from './EditKeyDialog.tsx'
import style from './Keys.module.css'
import {
  type ApiKey,
  findReplacementKey,
  getKeyStatus,
  isRotationDue,
  isUsableKey,
  type KeyStatus,
} from './key-status.ts'
import { RevokeKeyDialog } from './RevokeKeyDialog.tsx'
import { RotateKeyDialog } from './RotateKeyDialog.tsx'

const badges: Record<KeyStatus, { variant: 'success' | 'warning' | 'neutral'; label: string }> = {
  active: { variant: 'success', label: 'Active' },
  expiring: { variant: 'warning', label: 'Expires soon' },
  expired: { variant: 'neutral', label: 'Expired' },
  revoked: { variant: 'neutral', label: 'Revoked' },
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={style.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Time = ({ at, format }: { at: string; format: (time: string) => string }) => (
  <time dateTime={at} title={formatDateTime(at)}>
    {format(at)}
  </time>
)

type KeyRowProps = { apiKey: ApiKey; allKeys: readonly ApiKey[] }

function RotationHint({ apiKey, allKeys }: KeyRowProps) {
  const replacement = findReplacementKey(apiKey, allKeys)
  if (isUsableKey(apiKey) && replacement)
    return (
      <p className={style.hint}>
        The key {replacement.start}… replaces this one, which works until {formatDateTime(apiKey.expiresAt!)}. Revoke it
        earlier if no program uses it any more.
      </p>
    )
  if (isRotationDue(apiKey)) return <p className={style.hint}>This key is older than 90 days. Rotate it.</p>
  return null
}

/** Shows an API key with its status, its scopes and a menu. */
export function KeyRow({ apiKey, allKeys }: KeyRowProps) {
  const { continuedName, finish } = useUnsavedEditToContinue()
  const [dialog, setDialog] = useState<'edit' | 'rotate' | 'revoke' | undefined>(
    continuedName === makeUnsavedEditNameOfKey(apiKey.keyId) ? 'edit' : undefined,
  )
  const { name, start, scopes, createdAt, lastUsedAt, expiresAt, revokedAt } = apiKey
  const { variant, label } = badges[getKeyStatus(apiKey)]
  const close = () => {
    setDialog(undefined)
    finish()
  }
  return (
    <li className={style.row} data-key={name}>
      <div className={style.identity}>
        <span className={style.name}>{name}</span>
        <Badge variant={variant}>{label}</Badge>
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
          <Time at={createdAt} format={formatDate} />
        </Fact>
        <Fact name="Last used">{lastUsedAt ? <Time at={lastUsedAt} format={formatRelativeTime} /> : 'Never'}</Fact>
        {revokedAt ? (
          <Fact name="Revoked">
            <Time at={revokedAt} format={formatDate} />
          </Fact>
        ) : (
          <Fact name="Expires">{expiresAt ? <Time at={expiresAt} format={formatDate} /> : 'Never'}</Fact>
        )}
      </dl>
      {isUsableKey(apiKey) && (
        <div className={style.menu}>
          <ActionMenu
            isSmall
            label={`Actions for ${name}, ${start}`}
            actions={[
              { label: 'Edit…', icon: Pencil, onSelect: () => setDialog('edit') },
              // The API refuses to rotate a key twice.
              ...(apiKey.replacedBy === null
                ? [{ label: 'Rotate…', icon: RefreshCw, onSelect: () => setDialog('rotate') }]
                : []),
              { label: 'Revoke…', icon: Ban, onSelect: () => setDialog('revoke'), isDanger: true },
            ]}
          />
        </div>
      )}
      <RotationHint apiKey={apiKey} allKeys={allKeys} />
      {dialog === 'edit' && <EditKeyDialog apiKey={apiKey} onClose={close} />}
      {dialog === 'revoke' && <RevokeKeyDialog apiKey={apiKey} onClose={close} />}
      {dialog === 'rotate' && <RotateKeyDialog apiKey={apiKey} onClose={close} />}
    </li>
  )
}
