import type { Exchange } from '../http/exchange.ts'
import { assertIfMatch } from '../http/if-match.ts'
import { answerUnlessGetOrHead } from '../http/read-methods.ts'
import { sendResponseHead } from '../http/response-head.ts'
import { makeCacheControlAndTagHeaders } from '../operations/caching-headers.ts'
import type { ReaderCourse } from './course.ts'
import type { SafeHtml } from './html.ts'
import { findOrMakePage } from './page-cache.ts'
import { renderCoursePage, renderLessonPage } from './page-html.ts'
import { pageNotFoundError } from './page-not-found.ts'
import { pageHeaders, sendPage } from './send-page.ts'

const previewHeaders = { 'X-Robots-Tag': 'noindex' }
const allow = 'GET, HEAD, POST, OPTIONS'

async function renderPage(course: ReaderCourse, lessonId: string | undefined): Promise<SafeHtml> {
  if (lessonId === undefined) return renderCoursePage(course)
  const lesson = await course.readLesson(lessonId)
  if (!lesson) throw pageNotFoundError
  return renderLessonPage(course, lesson)
}

/** Sends the page of a course or of a lesson. Sends 304 if the client already has the page. */
export async function sendCoursePage(exchange: Exchange, course: ReaderCourse, lessonId: string | undefined) {
  if (answerUnlessGetOrHead(exchange, allow)) return
  const caching = course.caching(lessonId)
  const { matchedEtag, etag } = caching ?? {}
  if (etag !== undefined) assertIfMatch(exchange, etag)
  const headers = {
    ...(course.isPreview && previewHeaders),
    ...(caching && makeCacheControlAndTagHeaders(exchange, caching)),
    ...(etag && { ETag: matchedEtag ?? etag }),
  }
  if (matchedEtag) return void sendResponseHead(exchange, 304, { ...pageHeaders, ...headers }).end()
  const make = () => renderPage(course, lessonId)
  const page = etag === undefined ? (await make()).text : await findOrMakePage(etag, make)
  sendPage(exchange, 200, page, headers)
}
