import type { DeliveredCourseEntry } from '../delivery/list.ts'
import type { WorkspaceBrand } from '../keys/workspace-brand.ts'
import { truncateText } from '../platform/text.ts'
import { mainElementId } from './anchors.ts'
import { coverSizes, renderCover, takeCover } from './course-cover.ts'
import { renderDescription } from './description-html.ts'
import { html, type SafeHtml } from './html.ts'
import { renderHtmlDocument } from './html-document.ts'
import type { PageFiles } from './page-files.ts'
import { findPageLanguage, type PageLabelLanguage } from './page-language.ts'

/** How many characters of its description a list shows of a course. */
const shownDescriptionChars = 500

type WorkspacePage = {
  language: PageLabelLanguage
  brand: WorkspaceBrand
  path: string
  courses: readonly DeliveredCourseEntry[]
  files: PageFiles
  page: number
  pages: number
}

function renderEntry({ path, files }: WorkspacePage, course: DeliveredCourseEntry): SafeHtml {
  const { id, slug, name, description, language } = course
  const shown = description && truncateText(description, shownDescriptionChars)
  return html`
<li lang="${language ?? 'en'}" dir="auto">${renderCover(id, takeCover(files, course), { isDecorative: true, sizes: coverSizes.list })}<h2><a href="${path}/${slug ?? id}">${name}</a></h2>
${renderDescription(shown, 'prose', files, findPageLanguage(language))}</li>`
}

/** The numbers of the first, the last, and the pages around a page. */
const listPageNumbers = (page: number, pages: number) =>
  [...new Set([1, page - 2, page - 1, page, page + 1, page + 2, pages])].filter((one) => one >= 1 && one <= pages)

const renderPageLinks = ({ path, page, pages, language }: WorkspacePage) =>
  html`<nav class="pages" aria-label="${language.labels.allCourses}"><ul>${listPageNumbers(page, pages).map(
    (one) =>
      html`<li><a href="${path}${one > 1 && html`?page=${one}`}"${one === page && html` aria-current="page"`}>${one}</a></li>`,
  )}</ul></nav>`

/** Renders a page of the public courses of a workspace. */
export function renderWorkspacePage(shown: WorkspacePage): SafeHtml {
  const { language, brand, courses, pages } = shown
  const title = brand.name ?? language.labels.allCourses
  return renderHtmlDocument({
    language,
    title,
    accentColor: brand.accentColor,
    body: html`<body><main id="${mainElementId}" class="workspace"><h1 dir="auto">${title}</h1>
<ul class="courses">${courses.map((course) => renderEntry(shown, course))}</ul>
${pages > 1 && renderPageLinks(shown)}
</main></body>`,
  })
}
