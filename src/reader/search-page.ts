import { listOutlineLessons } from '../releases/content/outline.ts'
import { makeBlockElementId } from './anchors.ts'
import type { ReaderCourse } from './course.ts'
import { lessonPath, renderSearchForm } from './course-contents.ts'
import { languageOf, pageLanguageOf, renderCoursePageLayout } from './course-page-layout.ts'
import { type FoundLesson, findLessons } from './find-lessons.ts'
import { html, renderLabelWithLanguage, type SafeHtml } from './html.ts'

/** Renders the page with the lessons that a search in the course has found. */
export async function renderSearchPage(course: ReaderCourse, query: string): Promise<SafeHtml> {
  const language = pageLanguageOf(course)
  const { labels } = language
  const names = new Map(listOutlineLessons(course.outline).map(({ id, name }) => [id, name]))
  const found = await findLessons(course, query)
  const renderFound = ({ lessonId, blockId, excerpt }: FoundLesson) => {
    const fragment = blockId !== undefined && `#${makeBlockElementId(blockId)}`
    return html`
<li><a href="${lessonPath(course, { id: lessonId })}${fragment}">${names.get(lessonId)}</a>${excerpt && html`<p>${excerpt}</p>`}</li>`
  }
  const main = html`<h1>${renderLabelWithLanguage(language, labels.searchResults)}</h1>
${renderSearchForm(course, query)}
<div class="found">${
    found.length > 0
      ? html`<ol lang="${languageOf(course)}" dir="auto">${found.map(renderFound)}</ol>`
      : html`<p>${renderLabelWithLanguage(language, labels.nothingFound)}</p>`
  }</div>
<p class="back"><a href="${course.path}">${renderLabelWithLanguage(language, labels.backToCourse)}</a></p>`
  return renderCoursePageLayout(course, {
    title: `${labels.searchResults} – ${course.outline.name}`,
    main,
    isUnlisted: true,
  })
}
