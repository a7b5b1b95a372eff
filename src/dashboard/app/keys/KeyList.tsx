import { Card } from '../ui/Card.tsx'
import { DisclosureSection } from '../ui/DisclosureSection.tsx'
import { KeyRow } from './KeyRow.tsx'
import style from './Keys.module.css'
import { type ApiKey, isUsableKey } from './key-status.ts'

type RowsProps = {
  keys: readonly ApiKey[]
  allKeys: readonly ApiKey[]
  /** Whether each value has a visible label. A list without a header row needs visible labels. */
  hasLabels?: boolean
}

const Rows = ({ keys, allKeys, hasLabels }: RowsProps) => (
  <ul className={hasLabels ? `${style.rows} ${style.labelled}` : style.rows}>
    {keys.map((key) => (
      <KeyRow key={key.keyId} apiKey={key} allKeys={allKeys} />
    ))}
  </ul>
)

/** Shows the usable API keys. A button shows the revoked and expired keys. */
export function KeyList({ keys }: { keys: readonly ApiKey[] }) {
  const usable = keys.filter(isUsableKey)
  const unusable = keys.filter((key) => !isUsableKey(key))
  return (
    <>
      <Card isFlush>
        <div className={style.heads} aria-hidden>
          <span>Key</span>
          <span>Scopes</span>
          <span>Created</span>
          <span>Last used</span>
          <span>Expires</span>
        </div>
        {usable.length > 0 ? (
          <Rows keys={usable} allKeys={keys} />
        ) : (
          <p className={style.none}>There is no usable key. Create one to use the API.</p>
        )}
      </Card>
      {unusable.length > 0 && (
        <DisclosureSection title={`Revoked and expired (${unusable.length})`}>
          <Card isFlush>
            <Rows keys={unusable} allKeys={keys} hasLabels />
          </Card>
        </DisclosureSection>
      )}
    </>
  )
}
