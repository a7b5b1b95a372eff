import style from './Markdown.module.css'
import {
  convertInlineMarkdownToSafeHtml,
  convertMarkdownOrHtmlToSafeHtml,
  convertQuestionMarkdownToSafeHtml,
} from './sanitize.ts'

/** Sanitizes Markdown or HTML and shows the result. */
export function MarkdownOrHtml({ text, format }: { text: string; format: string }) {
  const html = { __html: convertMarkdownOrHtmlToSafeHtml(text, format) }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is sanitized, and the Content-Security-Policy blocks inline scripts.
  return <div className={style.prose} dir="auto" dangerouslySetInnerHTML={html} />
}

/**
 * Sanitizes the Markdown of a quiz question and shows the result. With `isInline`, the text is on one line and has no
 * links.
 */
export function QuestionMarkdown({ text, isInline }: { text: string; isInline?: boolean }) {
  const html = { __html: isInline ? convertInlineMarkdownToSafeHtml(text) : convertQuestionMarkdownToSafeHtml(text) }
  return isInline ? (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: DOMPurify has sanitized the HTML.
    <span className={style.inline} dir="auto" dangerouslySetInnerHTML={html} />
  ) : (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: DOMPurify has sanitized the HTML.
    <div className={`${style.prose} ${style.compact}`} dir="auto" dangerouslySetInnerHTML={html} />
  )
}
