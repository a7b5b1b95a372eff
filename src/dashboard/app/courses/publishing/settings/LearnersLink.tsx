import { ExternalLink } from 'lucide-react'
import { makeButtonClassName } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import field from '../../../ui/TextField.module.css'
import style from '../Publishing.module.css'

/** Shows the address of the page for learners, with a button that copies it and a link that opens it. */
export const LearnersLink = ({ url }: { url: string }) => (
  <div className={style.link}>
    <label className={field.field}>
      <span className={field.label}>Link for learners</span>
      <input className={field.input} readOnly value={url} dir="ltr" onFocus={(event) => event.target.select()} />
    </label>
    <div className={style.buttons}>
      <CopyButton text={url} label="Copy link" />
      <a href={url} target="_blank" rel="noreferrer" className={makeButtonClassName('plain', true)}>
        <ExternalLink aria-hidden />
        Open
      </a>
    </div>
  </div>
)
