import type { Exchange } from '../http/exchange.ts'
import { assertIfMatch } from '../http/if-match.ts'
import { answerUnlessGetOrHead } from '../http/read-methods.ts'
import { sendResponseHead } from '../http/response-head.ts'
import { makeCacheControlAndTagHeaders } from '../operations/caching-headers.ts'
import type { ReaderCourse } from './course.ts'
import { renderCoursePage } from './course-page.ts'
import type { SafeHtml } from './html.ts'
import { renderLessonPage } from './lesson-page.ts'
import { findOrMakePage } from './page-cache.ts'
import { PageNotFoundError } from './page-not-found.ts'
import { renderSearchPage } from './search-page.ts'
import { makePageHeaders, sendPage } from './send-page.ts'

const notIndexedHeaders = { 'X-Robots-Tag': 'noindex' }
const allow = 'GET, HEAD, POST, OPTIONS'

async function renderPage(course: ReaderCourse, lessonId: string | undefined): Promise<SafeHtml> {
  if (lessonId === undefined) return renderCoursePage(course)
  const lesson = await course.readLesson(lessonId)
  if (!lesson) throw new PageNotFoundError({ path: course.path, label: 'backToCourse' })
  return renderLessonPage(course, lesson)
}

const maxQueryChars = 200

/** Returns the text that a learner searches in the course, which the form of the page sends as `q`. */
const readSearchedText = ({ query }: Exchange): string | undefined =>
  (new URLSearchParams(query).get('q') ?? '').trim().slice(0, maxQueryChars) || undefined

/** Sends the page of a course or of a lesson. Sends 304 if the client already has the page. */
export async function sendCoursePage(exchange: Exchange, course: ReaderCourse, lessonId: string | undefined) {
  if (answerUnlessGetOrHead(exchange, allow)) return
  const searched = lessonId === undefined ? readSearchedText(exchange) : undefined
  if (searched !== undefined) {
    const { text } = await renderSearchPage(course, searched)
    return sendPage(exchange, 200, text, { ...(!course.isIndexed && notIndexedHeaders) })
  }
  const caching = course.caching(lessonId)
  const { matchedEtag, etag } = caching ?? {}
  if (etag !== undefined) assertIfMatch(exchange, etag)
  const headers = {
    ...makePageHeaders(course.embedHosts),
    ...(!course.isIndexed && notIndexedHeaders),
    ...(caching && makeCacheControlAndTagHeaders(exchange, caching)),
    ...(etag && { ETag: matchedEtag ?? etag }),
  }
  if (matchedEtag) return void sendResponseHead(exchange, 304, headers).end()
  const make = () => renderPage(course, lessonId)
  const page = etag === undefined ? (await make()).text : await findOrMakePage(etag, make)
  sendPage(exchange, 200, page, headers)
}
