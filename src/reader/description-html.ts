import { removeAuthorElementIds } from './anchors.ts'
import { html, type SafeHtml } from './html.ts'
import { renderAuthorText } from './markdown.ts'
import type { PageFiles } from './page-files.ts'
import type { PageLabelLanguage } from './page-language.ts'
import { placeFiles } from './place-files.ts'

/** Renders the description of a course or lesson, or nothing if it has none. */
export function renderDescription(
  description: string | null,
  className: string,
  files: PageFiles,
  language: PageLabelLanguage,
): SafeHtml | undefined {
  if (!description) return undefined
  const text = removeAuthorElementIds(renderAuthorText(description, 'markdown', language))
  return html`<div class="${className}">${placeFiles(text, files, language)}</div>`
}
