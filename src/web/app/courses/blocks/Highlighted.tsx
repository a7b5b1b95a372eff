import { highlight } from './highlight.ts'

/** Source code with its parts in colours. */
export function Highlighted({ code, language }: { code: string; language: string }) {
  const html = highlight(code, language)
  if (html === undefined) return <code>{code}</code>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the highlighter escapes the code, and adds spans alone.
  return <code dangerouslySetInnerHTML={{ __html: html }} />
}
