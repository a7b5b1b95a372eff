import { gradeResponse } from '../courses/block/quiz/grade.ts'
import type { Question } from '../courses/block/quiz/questions.ts'
import { findDeliveryWorkspaceByPublicId } from '../delivery/workspaces.ts'
import { parseRequestMediaType, readRequestBodyText } from '../http/body.ts'
import type { Endpoint, Exchange } from '../http/exchange.ts'
import { answerUnlessGetOrHead } from '../http/read-methods.ts'
import { sendResponseHead } from '../http/response-head.ts'
import { sendHttpResponse } from '../http/send.ts'
import { makeSingleRouteEndpoint } from '../http/single-route-endpoint.ts'
import { makeLazyStaticAsset, sendStaticAsset } from '../http/static-asset.ts'
import { makeCacheControlAndTagHeaders } from '../operations/caching-headers.ts'
import type { WorkspaceLimiters } from '../operations/workspace-limiters.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import { ApiError } from '../platform/errors.ts'
import { type EndReservation, makeTenantLimiter, type TenantLimiter } from '../platform/limits/tenant-limiter.ts'
import { releaseReadLimiter } from '../releases/limiters.ts'
import { findPreviewLink } from '../releases/preview/links.ts'
import type { ReaderCourse } from './course.ts'
import { renderLabelWithLanguage, type SafeHtml } from './html.ts'
import { cachePage, findCachedPage } from './page-cache.ts'
import { renderCoursePage, renderLessonPage, renderMessagePage } from './page-html.ts'
import { englishPageLanguage, findAcceptedPageLanguage, type PageLabelLanguage } from './page-language.ts'
import { readerCss, readerScript } from './page-version.ts'
import { openCoursePreview } from './preview.ts'
import { openPublishedCourse } from './published.ts'
import { type QuizResponsesWithGrades, readQuizResponsesFromForm } from './quiz-html.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src https: http: data:',
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const pageHeaders = { 'Content-Security-Policy': policy, 'Cross-Origin-Opener-Policy': 'same-origin' }
const htmlType = 'text/html; charset=utf-8'
const maxFormBytes = 200_000
/**
 * The maximum number of fields in a form. Each selected option is one field. A quiz has fewer options than this
 * maximum, because a block has at most 10,000 JSON values.
 */
const maxFormFields = 10_000

const notFound = new ApiError('not_found', 'There is no public course or lesson at this address.')
const previewHeaders = { 'X-Robots-Tag': 'noindex' }
const allow = 'GET, HEAD, POST, OPTIONS'

function sendPage(exchange: Exchange, status: number, { text }: SafeHtml, headers: Record<string, string> = {}): void {
  sendHttpResponse(exchange, status, htmlType, text, {
    ...pageHeaders,
    'Cache-Control': 'private, no-store',
    ...headers,
  })
}

/**
 * Grades the responses in a submitted form. If a response does not fit the type of its question, the question counts as
 * skipped.
 */
function gradeForm(questions: readonly Question[], form: URLSearchParams): QuizResponsesWithGrades {
  return readQuizResponsesFromForm(form, questions).map((given, index) => {
    const question = questions[index]!
    const isScored = question.rightAnswers.length > 0
    if (given.length === 0) return { given, isScored, grade: undefined }
    try {
      return { given, isScored, grade: gradeResponse(question, given) }
    } catch (error) {
      if (error instanceof ApiError) return { given, isScored, grade: undefined }
      throw error
    }
  })
}

/** Reads the form of a submitted quiz. */
async function readForm(exchange: Exchange): Promise<URLSearchParams> {
  if (parseRequestMediaType(exchange) !== 'application/x-www-form-urlencoded')
    throw new ApiError('invalid_request', 'Send a form.', { status: 415 })
  const text = await readRequestBodyText(exchange, maxFormBytes)
  if (text.split('&', maxFormFields + 1).length > maxFormFields)
    throw new ApiError('invalid_request', `A form has at most ${maxFormFields.toLocaleString('en')} fields.`, {
      status: 413,
      details: { maxFields: maxFormFields },
    })
  return new URLSearchParams(text)
}

type SubmittedQuiz = { lessonId: string; form: URLSearchParams }

/** Grades a submitted quiz, and sends the page of the lesson with the result. */
async function gradeAndSendQuiz(
  exchange: Exchange,
  course: ReaderCourse,
  { lessonId, form }: SubmittedQuiz,
): Promise<void> {
  const blockId = form.get('block') ?? ''
  const [lesson, questions] = [await course.readLesson(lessonId), await course.readQuestions(lessonId, blockId)]
  if (!lesson || !questions) throw notFound
  sendPage(exchange, 200, await renderLessonPage(course, lesson, { blockId, result: gradeForm(questions, form) }))
}

async function renderPage(course: ReaderCourse, lessonId: string | undefined): Promise<SafeHtml> {
  if (lessonId === undefined) return renderCoursePage(course)
  const lesson = await course.readLesson(lessonId)
  if (!lesson) throw notFound
  return renderLessonPage(course, lesson)
}

/** Sends the page of a course or of a lesson. Sends 304 if the client already has the page. */
async function sendCoursePage(exchange: Exchange, course: ReaderCourse, lessonId: string | undefined) {
  if (answerUnlessGetOrHead(exchange, allow)) return
  const caching = course.caching(lessonId)
  const { matchedEtag, etag } = caching ?? {}
  const headers = {
    ...(course.isPreview && previewHeaders),
    ...(caching && makeCacheControlAndTagHeaders(exchange, caching)),
    ...(etag && { ETag: matchedEtag ?? etag }),
  }
  if (matchedEtag) return void sendResponseHead(exchange, 304, { ...pageHeaders, ...headers }).end()
  const kept = etag === undefined ? undefined : findCachedPage(etag)
  const page = kept ?? (await renderPage(course, lessonId))
  if (etag !== undefined) cachePage(etag, page)
  sendPage(exchange, 200, page, headers)
}

/** Returns the title and the message of an error page. The message of an invalid request is always in English. */
function describeError({ status, message }: ApiError, language: PageLabelLanguage): { title: string; text: SafeHtml } {
  const { labels } = language
  if (status === 404) return { title: labels.notFound, text: renderLabelWithLanguage(language, labels.notFoundMessage) }
  if (status === 429)
    return { title: labels.tooManyRequests, text: renderLabelWithLanguage(language, labels.tryAgainLater) }
  const text =
    status < 500
      ? renderLabelWithLanguage(englishPageLanguage, message)
      : renderLabelWithLanguage(language, labels.tryAgainLater)
  return { title: labels.somethingWentWrong, text }
}

/** Sends an error as an HTML page, in a language that the browser accepts. */
function sendErrorPage(exchange: Exchange, error: ApiError): void {
  const language = findAcceptedPageLanguage(exchange.req.headers['accept-language'])
  const { title, text } = describeError(error, language)
  sendPage(exchange, error.status, renderMessagePage(language, title, text), {
    ...error.headers,
    Vary: `${exchange.headers.Vary}, Accept-Language`,
  })
}

const publicAddress = /^\/learn\/([^/]+)\/([^/]+)(?:\/([^/]+))?$/
const maskPreviewToken = (path: string) => path.replace(/^\/preview\/+[^/]+/, '/preview/[token]')
const previewAddress = /^\/preview\/([^/]+)(?:\/([^/]+))?$/

/**
 * The requested page. `lessonId` is undefined for the first page of the course. `open` reads the course.
 * `readsWholeDraft` is true for the preview of a draft, because `open` then reads the whole draft into memory. The
 * endpoint reserves this memory before it calls `open`.
 */
type PageAddress = {
  workspaceId: string
  lessonId: string | undefined
  readsWholeDraft: boolean
  open(): Promise<ReaderCourse | undefined>
}

async function findPublicCourse(sql: SqlRunner, { path, req }: Exchange): Promise<PageAddress | undefined> {
  const [, publicId, course, lessonId] = publicAddress.exec(path) ?? []
  const workspace = publicId && (await findDeliveryWorkspaceByPublicId(sql, publicId))
  if (!publicId || !course || !workspace) return undefined
  const address = { publicId, workspace, course, ifNoneMatch: req.headers['if-none-match'] }
  return { workspaceId: workspace.id, lessonId, readsWholeDraft: false, open: () => openPublishedCourse(sql, address) }
}

async function findPreview(sql: SqlRunner, { path }: Exchange): Promise<PageAddress | undefined> {
  const [, token, lessonId] = previewAddress.exec(path) ?? []
  const link = token && (await findPreviewLink(sql, token))
  if (!link) return undefined
  const { workspaceId, releaseNumber } = link
  const readsWholeDraft = releaseNumber === null
  return { workspaceId, lessonId, readsWholeDraft, open: () => openCoursePreview(sql, token, link) }
}

/**
 * Makes the limiter for the number of pages that are rendered at the same time, in this process and for each workspace.
 */
const makePageLimiter = () =>
  makeTenantLimiter({ resource: 'pages of courses', total: 8, perTenant: 2, waitMs: 10_000, maxWaiting: 100 })

/**
 * Makes an endpoint for the pages of courses. `find` returns the requested page, or undefined if there is no such page.
 */
const makeCoursePages = (
  route: string,
  { pageLimiter, draftLimiter }: { pageLimiter: TenantLimiter; draftLimiter: TenantLimiter },
  find: (exchange: Exchange) => Promise<PageAddress | undefined>,
): Endpoint & { anonymousRateLimit: 'delivery' } => ({
  isAuthenticatedAndCounted: true,
  anonymousRateLimit: 'delivery',
  sendError: sendErrorPage,
  async handle(exchange) {
    exchange.route = route
    const found = await find(exchange)
    const lessonId = found?.lessonId?.toLowerCase()
    // The form is read before the request waits for its turn to render a page.
    // Otherwise a client that never finishes sending its form would make other readers of the workspace wait.
    const submitted =
      lessonId !== undefined && exchange.req.method === 'POST'
        ? { lessonId, form: await readForm(exchange) }
        : undefined
    const release = found && (await pageLimiter.acquire(found.workspaceId))
    let releaseDraft: EndReservation | undefined
    try {
      releaseDraft = found?.readsWholeDraft ? await draftLimiter.acquire(found.workspaceId) : undefined
      const course = await found?.open()
      if (course && submitted) return await gradeAndSendQuiz(exchange, course, submitted)
      if (course) return await sendCoursePage(exchange, course, lessonId)
      exchange.req.resume()
      throw notFound
    } finally {
      releaseDraft?.()
      release?.()
    }
  },
})

/**
 * Makes the endpoints that learners open in a browser: the pages of public courses, the pages of preview links, and the
 * CSS and JavaScript files of these pages.
 */
export function makeReaderEndpoints(sql: SqlRunner, workspaceLimiters: WorkspaceLimiters) {
  const css = makeLazyStaticAsset('text/css; charset=utf-8', () => readerCss)
  const script = makeLazyStaticAsset('text/javascript; charset=utf-8', () => readerScript)
  const files = new Map([
    ['/learn/reader.css', makeSingleRouteEndpoint('/learn/reader.css', (exchange) => sendStaticAsset(exchange, css))],
    ['/learn/reader.js', makeSingleRouteEndpoint('/learn/reader.js', (exchange) => sendStaticAsset(exchange, script))],
  ])
  const limiters = { pageLimiter: makePageLimiter(), draftLimiter: workspaceLimiters.get(releaseReadLimiter) }
  const learn = makeCoursePages('/learn', limiters, (exchange) => findPublicCourse(sql, exchange))
  const preview: Endpoint = {
    ...makeCoursePages('/preview', limiters, (exchange) => findPreview(sql, exchange)),
    maskPath: maskPreviewToken,
  }
  return {
    /**
     * Returns the endpoint for a path, or undefined if the path belongs neither to a page for learners nor to a file of
     * such a page.
     */
    endpointOf(path: string): Endpoint | undefined {
      if (path.startsWith('/preview/')) return preview
      return files.get(path) ?? (path.startsWith('/learn/') ? learn : undefined)
    },
  }
}
