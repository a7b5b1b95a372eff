import { Copy } from '../parts/Copy.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Snippet } from '../parts/Snippet.tsx'
import style from './Keys.module.css'

const hidden = (value: string) => `${value.slice(0, 12)}${'•'.repeat(8)}`
const curl = (key: string) => `curl ${window.location.origin}/api/v1/courses \\\n  -H "Authorization: Bearer ${key}"`

/** A key's value, this once, and a line to try it with. */
export const NewKey = ({ value }: { value: string }) => (
  <>
    <Notice look="warn" title="Copy it now">
      This value is shown once and kept nowhere. If it gets lost, revoke the key and create another.
    </Notice>
    <div className={style.value}>
      <code data-testid="key-value">{value}</code>
      <Copy text={value} label="Copy key" look="primary" />
    </div>
    <div className={style.try}>
      <h3>Try it</h3>
      <Snippet label="curl command" text={curl(hidden(value))} copied={curl(value)} />
    </div>
  </>
)
