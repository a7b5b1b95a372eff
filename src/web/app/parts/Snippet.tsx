import { Copy } from './Copy.tsx'
import style from './Snippet.module.css'

type SnippetProps = {
  label: string
  text: string
  /** What is copied, where it is not what is shown. */
  copied?: string
}

/** Lines to copy: a command, a program. */
export const Snippet = ({ label, text, copied = text }: SnippetProps) => (
  <div className={style.snippet}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1). */}
    <section aria-label={label} tabIndex={0} className={style.scroll}>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
    <div className={style.copy}>
      <Copy text={copied} label={`Copy ${label}`} look="quiet" iconOnly />
    </div>
  </div>
)
