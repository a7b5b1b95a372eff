import highlighter from 'highlight.js/lib/common'

/** Converts source code to escaped HTML with syntax highlighting. Returns undefined for an unknown language. */
export const highlightCode = (code: string, language: string): string | undefined =>
  highlighter.getLanguage(language) && highlighter.highlight(code, { language, ignoreIllegals: true }).value
