import style from './Blocks.module.css'
import { safeHtml } from './rich.ts'

/** Markdown or HTML, made harmless. */
export const Rich = ({ text, format }: { text: string; format: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is sanitised, and the page's policy runs no inline script.
  <div className={style.prose} dangerouslySetInnerHTML={{ __html: safeHtml(text, format) }} />
)
