import type { OutlineLesson, ReleaseLesson } from '../releases/content/outline.ts'
import { listOutlineLessons } from '../releases/content/outline.ts'
import { mainElementId, removeAuthorElementIds } from './anchors.ts'
import { type GradedQuiz, renderBlocks } from './blocks-html.ts'
import type { ReaderCourse } from './course.ts'
import { html, type SafeHtml } from './html.ts'
import { resolveInternalLinks } from './internal-links.ts'
import { renderAuthorText } from './markdown.ts'
import { readerPageVersion } from './page-version.ts'
import { findPrerequisites } from './prerequisites.ts'

type Page = { title: string; robots?: 'noindex'; head?: SafeHtml; body: SafeHtml }

/**
 * Returns a whole HTML document. The language of the document is English, because the navigation is in English.
 * Elements that contain text of the course have the course's language in the attribute `lang`.
 */
const renderHtmlDocument = ({ title, robots, head, body }: Page) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${robots && html`<meta name="robots" content="${robots}">`}
<title>${title}</title>
<link rel="stylesheet" href="/learn/reader.css?${readerPageVersion}">
<script src="/learn/reader.js?${readerPageVersion}" defer></script>
${head}
</head>
${body}
</html>
`

const lessonPath = ({ path }: ReaderCourse, { id }: { id: string }) => `${path}/${id}`

const minutes = (count: number | null) =>
  count !== null && html` <span class="minutes" lang="en" dir="ltr">${count} min</span>`

const languageOf = ({ outline }: ReaderCourse) => outline.language ?? 'en'

function renderNavigation(course: ReaderCourse, current: string | undefined): SafeHtml {
  const language = languageOf(course)
  const entry = (lesson: OutlineLesson) => html`
<li data-lesson="${lesson.id}"><a href="${lessonPath(course, lesson)}"${lesson.id === current && html` aria-current="page"`}>${lesson.name}</a>${minutes(lesson.durationMinutes)}</li>`
  return html`<nav class="contents" aria-label="Lessons">
<p class="progress" hidden><progress max="${listOutlineLessons(course.outline).length}" value="0" aria-label="Lessons read"></progress> <span></span></p>
${course.outline.modules.map(({ name, lessons }) => html`<h2 lang="${language}" dir="auto">${name}</h2><ol lang="${language}" dir="auto">${lessons.map(entry)}</ol>`)}
</nav>`
}

const previewNotice = html`<p class="notice" role="note" lang="en" dir="ltr">This is a preview. Only people with its address can see it.</p>`

function renderPageLayout(course: ReaderCourse, current: string | undefined, main: SafeHtml): SafeHtml {
  const { outline, path, isPreview } = course
  const language = languageOf(course)
  return html`<body data-course="${outline.id}"${current && html` data-lesson="${current}"`}${isPreview && html` data-preview`}>
<a class="skip" href="#${mainElementId}">Skip to the content</a>
<header lang="${language}"><a href="${path}" dir="auto">${outline.name}</a></header>
<div class="columns">
<div class="side">${renderNavigation(course, current)}</div>
<main id="${mainElementId}" lang="${language}">${isPreview && previewNotice}${main}</main>
</div>
</body>`
}

const renderObjectives = (objectives: readonly string[]) =>
  objectives.length > 0 &&
  html`<section class="objectives"><h2 lang="en">What you will learn</h2><ul dir="auto">${objectives.map((text) => html`<li>${text}</li>`)}</ul></section>`

function renderPrerequisites(course: ReaderCourse, lesson: ReleaseLesson): SafeHtml | false {
  const links = findPrerequisites(course.outline, lesson).map(
    ({ name, lessonId }) => html`<li><a href="${lessonPath(course, { id: lessonId })}">${name}</a></li>`,
  )
  return (
    links.length > 0 &&
    html`<section class="prerequisites"><h2 lang="en">Before this lesson</h2><ul dir="auto">${links}</ul></section>`
  )
}

/** Renders the first page of a course: its description, its objectives, and a link to the first lesson. */
export function renderCoursePage(course: ReaderCourse): SafeHtml {
  const { name, description, objectives } = course.outline
  const [first] = listOutlineLessons(course.outline)
  const main = html`<article dir="auto"><h1>${name}</h1>
${description && html`<div class="prose">${removeAuthorElementIds(renderAuthorText(description, 'markdown'))}</div>`}
${renderObjectives(objectives)}
${first ? html`<p class="start"><a lang="en" href="${lessonPath(course, first)}">Start with the first lesson</a></p>` : html`<p lang="en" dir="ltr">This course has no lessons yet.</p>`}
</article>`
  return renderCourseDocument(course, name, renderPageLayout(course, undefined, main))
}

const renderCourseDocument = ({ isPreview }: ReaderCourse, title: string, body: SafeHtml) =>
  renderHtmlDocument({ title, body, ...(isPreview && { robots: 'noindex' as const }) })

/**
 * Renders the page of a lesson: its blocks, and links to its prerequisites and to the previous and the next lesson.
 * `checked` is the quiz that the learner has just submitted, if there is one.
 */
export async function renderLessonPage(
  course: ReaderCourse,
  lesson: ReleaseLesson,
  checked?: GradedQuiz,
): Promise<SafeHtml> {
  const lessons = listOutlineLessons(course.outline)
  const at = lessons.findIndex(({ id }) => id === lesson.id)
  const [previous, next] = [lessons[at - 1], lessons[at + 1]]
  const action = lessonPath(course, lesson)
  const { name, description, objectives, blocks } = lesson
  const { sections, ids } = await renderBlocks(blocks, action, checked)
  const main = html`<article dir="auto"><h1>${name}</h1>
${description && html`<div class="prose lead">${removeAuthorElementIds(renderAuthorText(description, 'markdown'))}</div>`}
${renderPrerequisites(course, lesson)}
${renderObjectives(objectives)}
${await resolveInternalLinks(course, lesson, sections, ids)}
</article>
<nav class="turn" lang="en" aria-label="Previous and next lesson">
${previous && html`<a rel="prev" href="${lessonPath(course, previous)}">Previous: <span lang="${languageOf(course)}" dir="auto">${previous.name}</span></a>`}
${next ? html`<a rel="next" href="${lessonPath(course, next)}">Next: <span lang="${languageOf(course)}" dir="auto">${next.name}</span></a>` : html`<a class="finish" href="${course.path}">Back to the course</a>`}
</nav>`
  return renderCourseDocument(course, `${name} – ${course.outline.name}`, renderPageLayout(course, lesson.id, main))
}

/** Renders a page with an error message. */
export const renderMessagePage = (title: string, message: string) =>
  renderHtmlDocument({
    title,
    robots: 'noindex',
    body: html`<body><main id="${mainElementId}" class="message"><h1>${title}</h1><p>${message}</p></main></body>`,
  })
