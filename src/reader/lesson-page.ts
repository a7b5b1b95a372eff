import type { OutlineLesson, ReleaseLesson } from '../releases/content/outline.ts'
import { listOutlineLessons } from '../releases/content/outline.ts'
import { type GradedQuiz, renderBlocks } from './blocks-html.ts'
import type { ReaderCourse } from './course.ts'
import { lessonPath, renderContents } from './course-contents.ts'
import { renderObjectives } from './course-page.ts'
import { languageOf, pageLanguageOf, renderCoursePageLayout } from './course-page-layout.ts'
import { renderDescription } from './description-html.ts'
import { html, renderLabelWithLanguage, renderLanguageAttributes, type SafeHtml } from './html.ts'
import { resolveInternalLinks } from './internal-links.ts'
import { readPageFiles } from './page-files.ts'
import { findPrerequisites } from './prerequisites.ts'

function renderPrerequisites(course: ReaderCourse, lesson: ReleaseLesson): SafeHtml | false {
  const language = pageLanguageOf(course)
  const links = findPrerequisites(course.outline, lesson).map(
    ({ name, lessonId }) => html`<li dir="auto"><a href="${lessonPath(course, { id: lessonId })}">${name}</a></li>`,
  )
  return (
    links.length > 0 &&
    html`<section class="prerequisites"><h2>${renderLabelWithLanguage(language, language.labels.prerequisites)}</h2><ul>${links}</ul></section>`
  )
}

/** Renders the contents beside a lesson. They are always open on a wide screen, and a menu on a narrow one. */
function renderSide(course: ReaderCourse, lessonId: string): SafeHtml {
  const language = pageLanguageOf(course)
  return html`<details class="menu"><summary${renderLanguageAttributes(language)}>${language.labels.contents}<span class="menu-progress" dir="ltr" aria-hidden="true"></span></summary><div class="menu-content">${renderContents(course, lessonId)}</div></details>`
}

/** Renders the links to the previous and the next lesson, or back to the course. */
function renderTurn(course: ReaderCourse, previous?: OutlineLesson, next?: OutlineLesson): SafeHtml {
  const language = pageLanguageOf(course)
  const { labels } = language
  const renderLink = (rel: 'prev' | 'next', label: string, lesson: OutlineLesson) =>
    html`<a rel="${rel}" href="${lessonPath(course, lesson)}"><small>${label}</small> <span lang="${languageOf(course)}" dir="auto">${lesson.name}</span></a>`
  return html`<nav class="turn"${renderLanguageAttributes(language)} aria-label="${labels.otherLessons}">
${previous && renderLink('prev', labels.previous, previous)}
${next ? renderLink('next', labels.next, next) : html`<a class="finish" href="${course.path}"><span>${labels.backToCourse}</span></a>`}
</nav>`
}

/**
 * Renders the page of a lesson, with links to the previous and the next lesson. `checked` is the quiz that the learner
 * has just submitted.
 */
export async function renderLessonPage(
  course: ReaderCourse,
  lesson: ReleaseLesson,
  checked?: GradedQuiz,
): Promise<SafeHtml> {
  const lessons = listOutlineLessons(course.outline)
  const at = lessons.findIndex(({ id }) => id === lesson.id)
  const module = course.outline.modules.find(({ lessons }) => lessons.some(({ id }) => id === lesson.id))
  const { name, description, objectives, blocks } = lesson
  const language = pageLanguageOf(course)
  const { embedHosts } = course
  const files = await readPageFiles(course, lesson)
  const shown = { embedHosts, files }
  const { sections, ids } = await renderBlocks(blocks, lessonPath(course, lesson), language, checked, shown)
  const main = html`<article>${module && html`<p class="eyebrow" dir="auto">${module.name}</p>`}<h1 dir="auto">${name}</h1>
${renderDescription(description, 'prose lead', files, language)}
${renderPrerequisites(course, lesson)}
${renderObjectives(objectives, language)}
${await resolveInternalLinks(course, lesson, sections, ids)}
</article>
${renderTurn(course, lessons[at - 1], lessons[at + 1])}`
  const title = `${name} – ${course.outline.name}`
  return renderCoursePageLayout(course, { title, lessonId: lesson.id, side: renderSide(course, lesson.id), main })
}
