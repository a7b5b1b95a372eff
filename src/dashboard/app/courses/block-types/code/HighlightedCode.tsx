import { highlightCode } from './highlight.ts'

/** Shows source code with syntax highlighting. */
export function HighlightedCode({ code, language }: { code: string; language: string }) {
  const html = highlightCode(code, language)
  if (html === undefined) return <code>{code}</code>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: highlight.js escapes the code and adds only span elements.
  return <code dangerouslySetInnerHTML={{ __html: html }} />
}
