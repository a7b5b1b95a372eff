import style from './CodeSnippet.module.css'
import { CopyButton } from './CopyButton.tsx'

type CodeSnippetProps = {
  label: string
  text: string
  /** The text to copy. By default, the visible text. */
  textToCopy?: string
  onCopied?(): void
}

/** Shows a command or a program with a copy button. */
export const CodeSnippet = ({ label, text, textToCopy = text, onCopied }: CodeSnippetProps) => (
  <div className={style.snippet}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1). */}
    <section aria-label={label} tabIndex={0} className={style.scroll}>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
    <div className={style.copy}>
      <CopyButton text={textToCopy} label={`Copy ${label}`} variant="quiet" isIconOnly onCopied={onCopied} />
    </div>
  </div>
)
