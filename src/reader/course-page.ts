import { listOutlineLessons } from '../releases/content/outline.ts'
import type { ReaderCourse } from './course.ts'
import { lessonPath, renderContents } from './course-contents.ts'
import { coverSizes, renderCover, takeCover } from './course-cover.ts'
import { pageLanguageOf, renderCoursePageLayout } from './course-page-layout.ts'
import { renderDescription } from './description-html.ts'
import { html, renderLabelWithLanguage, renderLanguageAttributes, type SafeHtml } from './html.ts'
import { readPageFiles } from './page-files.ts'
import type { PageLabelLanguage } from './page-language.ts'

export const renderObjectives = (objectives: readonly string[], language: PageLabelLanguage) =>
  objectives.length > 0 &&
  html`<section class="objectives"><h2>${renderLabelWithLanguage(language, language.labels.objectives)}</h2><ul>${objectives.map((text) => html`<li dir="auto">${text}</li>`)}</ul></section>`

/** Renders what a learner wants to know before the start: how long the course is, and how hard. */
function renderFacts({ outline }: ReaderCourse, language: PageLabelLanguage): SafeHtml {
  const { labels } = language
  const { durationMinutes, difficulty } = outline
  const facts: (readonly [name: string, value: string])[] = [
    [labels.lessons, String(listOutlineLessons(outline).length)],
    ...(durationMinutes === null ? [] : [[labels.duration, labels.minutes(durationMinutes)] as const]),
    ...(difficulty === null ? [] : [[labels.level, labels[difficulty]] as const]),
  ]
  return html`<dl class="facts"${renderLanguageAttributes(language)}>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

/** Renders the first page of a course: what it is about, the way to its first lesson, and its contents. */
export async function renderCoursePage(course: ReaderCourse): Promise<SafeHtml> {
  const { id, name, description, objectives, coverAssetId } = course.outline
  const [first] = listOutlineLessons(course.outline)
  const language = pageLanguageOf(course)
  const { labels } = language
  const files = await readPageFiles(course, { description, coverAssetId })
  const cover = takeCover(files, course.outline)
  const main = html`<article><div class="hero"><div><h1 dir="auto">${name}</h1>
${renderDescription(description, 'prose lead', files, language)}
${renderFacts(course, language)}
${first ? html`<p class="start"><a href="${lessonPath(course, first)}">${renderLabelWithLanguage(language, labels.start)}</a></p>` : html`<p>${renderLabelWithLanguage(language, labels.noLessons)}</p>`}
</div>${renderCover(id, cover, { sizes: coverSizes.course, isFirst: true })}</div>
</article>
<div class="overview">${renderObjectives(objectives, language)}
${first && html`<section class="syllabus"><h2>${renderLabelWithLanguage(language, labels.contents)}</h2>${renderContents(course, undefined)}</section>`}</div>`
  return renderCoursePageLayout(course, { title: name, main, cover })
}
