import type { OutlineLesson, OutlineModule } from '../releases/content/outline.ts'
import { listOutlineLessons } from '../releases/content/outline.ts'
import type { ReaderCourse } from './course.ts'
import { languageOf, pageLanguageOf } from './course-page-layout.ts'
import { html, renderLanguageAttributes, type SafeHtml } from './html.ts'
import type { PageLabelLanguage } from './page-language.ts'

/** In a course with more lessons, the contents show only the lessons of the current module until a module is opened. */
const maxOpenLessons = 60

export const lessonPath = ({ path }: ReaderCourse, { id }: { id: string }) => `${path}/${id}`

const renderMinutes = (count: number | null, language: PageLabelLanguage) =>
  count !== null &&
  html` <span class="minutes"${renderLanguageAttributes(language)}>${language.labels.minutes(count)}</span>`

/** Renders the progress of the learner. A script fills it in. */
function renderProgress(course: ReaderCourse): SafeHtml {
  const { labels } = pageLanguageOf(course)
  return html`<div class="progress" hidden><progress max="${listOutlineLessons(course.outline).length}" value="0" aria-label="${labels.lessonsRead}"></progress><span data-text="${labels.lessonsReadOf('{done}', '{total}')}"></span></div>`
}

/** Renders a form that searches in the course. */
export function renderSearchForm(course: ReaderCourse, query = ''): SafeHtml {
  const language = pageLanguageOf(course)
  const { labels } = language
  return html`<form class="search" role="search" action="${course.path}"${renderLanguageAttributes(language)}><input type="search" name="q" value="${query}" maxlength="200" required aria-label="${labels.search}" placeholder="${labels.search}" autocomplete="off"></form>`
}

/** Renders the list of modules and lessons, with the learner's progress. `current` is the id of the lesson on the page. */
export function renderContents(course: ReaderCourse, current: string | undefined): SafeHtml {
  const language = languageOf(course)
  const pageLanguage = pageLanguageOf(course)
  const opensAll = listOutlineLessons(course.outline).length <= maxOpenLessons
  const entry = (lesson: OutlineLesson) => html`
<li data-lesson="${lesson.id}"><a href="${lessonPath(course, lesson)}"${lesson.id === current && html` aria-current="page"`}>${lesson.name}</a>${renderMinutes(lesson.durationMinutes, pageLanguage)}</li>`
  const renderModule = ({ name, lessons }: OutlineModule) => html`
<details${(opensAll || lessons.some(({ id }) => id === current)) && html` open`}><summary><h2 lang="${language}" dir="auto">${name}</h2></summary><ol lang="${language}" dir="auto">${lessons.map(entry)}</ol></details>`
  return html`${renderSearchForm(course)}
<nav class="contents"${renderLanguageAttributes(pageLanguage)} aria-label="${pageLanguage.labels.lessons}">
${renderProgress(course)}
${course.outline.modules.map(renderModule)}
</nav>`
}
