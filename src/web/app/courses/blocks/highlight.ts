import highlighter from 'highlight.js/lib/common'

/** Source code as HTML with its parts marked; the code itself is escaped. Undefined for a language that is not known. */
export const highlight = (code: string, language: string): string | undefined =>
  highlighter.getLanguage(language) && highlighter.highlight(code, { language, ignoreIllegals: true }).value
