import type { OutlineLesson, ReleaseLesson } from '../releases/content/outline.ts'
import { listOutlineLessons } from '../releases/content/outline.ts'
import { mainElementId, removeAuthorElementIds } from './anchors.ts'
import { type GradedQuiz, renderBlocks } from './blocks-html.ts'
import type { ReaderCourse } from './course.ts'
import { html, renderLabelWithLanguage, renderLanguageAttributes, type SafeHtml } from './html.ts'
import { resolveInternalLinks } from './internal-links.ts'
import { renderAuthorText } from './markdown.ts'
import { findPageLanguage, type PageLabelLanguage } from './page-language.ts'
import { readerPageVersion } from './page-version.ts'
import { findPrerequisites } from './prerequisites.ts'

type Page = { language: PageLabelLanguage; title: string; robots?: 'noindex'; body: SafeHtml }

/**
 * Returns a whole HTML document. Its attribute `lang` is the language of the labels. Elements with text of the course
 * have a `lang` of their own.
 */
const renderHtmlDocument = ({ language, title, robots, body }: Page) => html`<!doctype html>
<html${renderLanguageAttributes(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${robots && html`<meta name="robots" content="${robots}">`}
<title>${title}</title>
<link rel="stylesheet" href="/learn/reader.css?${readerPageVersion}">
<script src="/learn/reader.js?${readerPageVersion}" defer></script>
</head>
${body}
</html>
`

const lessonPath = ({ path }: ReaderCourse, { id }: { id: string }) => `${path}/${id}`

const languageOf = ({ outline }: ReaderCourse) => outline.language ?? 'en'
const pageLanguageOf = ({ outline }: ReaderCourse) => findPageLanguage(outline.language)

const renderMinutes = (count: number | null, language: PageLabelLanguage) =>
  count !== null &&
  html` <span class="minutes"${renderLanguageAttributes(language)}>${language.labels.minutes(count)}</span>`

/** Renders the text that the page's script adds to the name of each lesson that the learner has read. */
const renderReadMark = (language: PageLabelLanguage) =>
  html`<span class="visually-hidden"${renderLanguageAttributes(language)}> ${language.labels.lessonRead}</span>`

function renderNavigation(course: ReaderCourse, current: string | undefined): SafeHtml {
  const language = languageOf(course)
  const pageLanguage = pageLanguageOf(course)
  const { labels } = pageLanguage
  const entry = (lesson: OutlineLesson) => html`
<li data-lesson="${lesson.id}"><a href="${lessonPath(course, lesson)}"${lesson.id === current && html` aria-current="page"`}>${lesson.name}</a>${renderMinutes(lesson.durationMinutes, pageLanguage)}</li>`
  return html`<nav class="contents" aria-label="${labels.lessons}">
<p class="progress" hidden><progress max="${listOutlineLessons(course.outline).length}" value="0" aria-label="${labels.lessonsRead}"></progress> <span data-text="${labels.lessonsReadOf('{done}', '{total}')}"></span></p>
<template class="read-mark">${renderReadMark(pageLanguage)}</template>
${course.outline.modules.map(({ name, lessons }) => html`<h2 lang="${language}" dir="auto">${name}</h2><ol lang="${language}" dir="auto">${lessons.map(entry)}</ol>`)}
</nav>`
}

const renderPreviewNotice = (language: PageLabelLanguage) =>
  html`<p class="notice" role="note"${renderLanguageAttributes(language)}>${language.labels.previewNotice}</p>`

function renderPageLayout(course: ReaderCourse, current: string | undefined, main: SafeHtml): SafeHtml {
  const { outline, path, isPreview } = course
  const language = languageOf(course)
  const pageLanguage = pageLanguageOf(course)
  return html`<body data-course="${outline.id}"${current && html` data-lesson="${current}"`}${isPreview && html` data-preview`}>
<a class="skip" href="#${mainElementId}">${pageLanguage.labels.skipToContent}</a>
<header lang="${language}"><a href="${path}" dir="auto">${outline.name}</a></header>
<div class="columns">
<div class="side">${renderNavigation(course, current)}</div>
<main id="${mainElementId}" lang="${language}">${isPreview && renderPreviewNotice(pageLanguage)}${main}</main>
</div>
</body>`
}

const renderObjectives = (objectives: readonly string[], language: PageLabelLanguage) =>
  objectives.length > 0 &&
  html`<section class="objectives"><h2>${renderLabelWithLanguage(language, language.labels.objectives)}</h2><ul dir="auto">${objectives.map((text) => html`<li>${text}</li>`)}</ul></section>`

function renderPrerequisites(course: ReaderCourse, lesson: ReleaseLesson): SafeHtml | false {
  const language = pageLanguageOf(course)
  const links = findPrerequisites(course.outline, lesson).map(
    ({ name, lessonId }) => html`<li><a href="${lessonPath(course, { id: lessonId })}">${name}</a></li>`,
  )
  return (
    links.length > 0 &&
    html`<section class="prerequisites"><h2>${renderLabelWithLanguage(language, language.labels.prerequisites)}</h2><ul dir="auto">${links}</ul></section>`
  )
}

/** Renders the first page of a course: its description, its objectives, and a link to the first lesson. */
export function renderCoursePage(course: ReaderCourse): SafeHtml {
  const { name, description, objectives } = course.outline
  const [first] = listOutlineLessons(course.outline)
  const language = pageLanguageOf(course)
  const { labels } = language
  const main = html`<article dir="auto"><h1>${name}</h1>
${description && html`<div class="prose">${removeAuthorElementIds(renderAuthorText(description, 'markdown', language))}</div>`}
${renderObjectives(objectives, language)}
${first ? html`<p class="start"><a href="${lessonPath(course, first)}">${renderLabelWithLanguage(language, labels.start)}</a></p>` : html`<p>${renderLabelWithLanguage(language, labels.noLessons)}</p>`}
</article>`
  return renderCourseDocument(course, name, renderPageLayout(course, undefined, main))
}

const renderCourseDocument = (course: ReaderCourse, title: string, body: SafeHtml) =>
  renderHtmlDocument({
    language: pageLanguageOf(course),
    title,
    body,
    ...(course.isPreview && { robots: 'noindex' as const }),
  })

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
  const [previous, next] = [lessons[at - 1], lessons[at + 1]]
  const action = lessonPath(course, lesson)
  const { name, description, objectives, blocks } = lesson
  const language = pageLanguageOf(course)
  const { labels } = language
  const { sections, ids } = await renderBlocks(blocks, action, language, checked)
  const main = html`<article dir="auto"><h1>${name}</h1>
${description && html`<div class="prose lead">${removeAuthorElementIds(renderAuthorText(description, 'markdown', language))}</div>`}
${renderPrerequisites(course, lesson)}
${renderObjectives(objectives, language)}
${await resolveInternalLinks(course, lesson, sections, ids)}
</article>
<nav class="turn"${renderLanguageAttributes(language)} aria-label="${labels.otherLessons}">
${previous && html`<a rel="prev" href="${lessonPath(course, previous)}">${labels.previous} <span lang="${languageOf(course)}" dir="auto">${previous.name}</span></a>`}
${next ? html`<a rel="next" href="${lessonPath(course, next)}">${labels.next} <span lang="${languageOf(course)}" dir="auto">${next.name}</span></a>` : html`<a class="finish" href="${course.path}">${labels.backToCourse}</a>`}
</nav>`
  return renderCourseDocument(course, `${name} – ${course.outline.name}`, renderPageLayout(course, lesson.id, main))
}

/** Renders a page with a message that belongs to no course. */
export const renderMessagePage = (language: PageLabelLanguage, title: string, message: SafeHtml) =>
  renderHtmlDocument({
    language,
    title,
    robots: 'noindex',
    body: html`<body><main id="${mainElementId}" class="message"><h1>${title}</h1><p>${message}</p></main></body>`,
  })
