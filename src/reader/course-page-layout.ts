import type { AssetAddress } from '../assets/serving/addresses.ts'
import { mainElementId } from './anchors.ts'
import type { ReaderCourse } from './course.ts'
import { html, renderLanguageAttributes, type SafeHtml } from './html.ts'
import { renderHtmlDocument } from './html-document.ts'
import { findDirection, findPageLanguage, type PageLabelLanguage } from './page-language.ts'
import { renderScriptLabels } from './script-labels.ts'

export const languageOf = ({ outline }: ReaderCourse) => outline.language ?? 'en'
export const pageLanguageOf = ({ outline }: ReaderCourse) => findPageLanguage(outline.language)

const renderPreviewNotice = (language: PageLabelLanguage) =>
  html`<p class="notice" role="note"${renderLanguageAttributes(language)}>${language.labels.previewNotice}</p>`

type CoursePage = {
  title: string
  /** The id of the lesson that the page shows. Undefined for the other pages of the course. */
  lessonId?: string
  /** The HTML beside the main content. */
  side?: SafeHtml
  main: SafeHtml
  /** The picture with which other sites show a link to the page. */
  cover?: AssetAddress | undefined
  /** Whether search engines must not list the page, as for every page of a preview or of an unlisted course. */
  isUnlisted?: boolean
}

/** Renders a whole page of a course: a header with the name of the course, and the content. */
export function renderCoursePageLayout(
  course: ReaderCourse,
  { title, lessonId, side, main, cover, isUnlisted = !course.isIndexed }: CoursePage,
): SafeHtml {
  const { outline, path, isPreview } = course
  const language = languageOf(course)
  const pageLanguage = pageLanguageOf(course)
  const body = html`<body data-course="${outline.id}"${lessonId && html` data-lesson="${lessonId}"`}${isPreview && html` data-preview`}>
<a class="skip" href="#${mainElementId}">${pageLanguage.labels.skipToContent}</a>
<header class="bar" lang="${language}"><a href="${path}" dir="auto">${outline.name}</a></header>
<div class="${side ? 'columns' : 'page'}">
${side && html`<div class="side">${side}</div>`}
<main id="${mainElementId}" lang="${language}">${isPreview && renderPreviewNotice(pageLanguage)}${main}</main>
</div>
${renderScriptLabels(pageLanguage)}
</body>`
  return renderHtmlDocument({
    language: pageLanguage,
    direction: findDirection(language),
    title,
    accentColor: course.workspace.accentColor,
    body,
    ...(isUnlisted ? { robots: 'noindex' as const } : { cover }),
  })
}
