import { wholeCourseLimiter } from '../courses/outline/whole-course-limiter.ts'
import type { Endpoint, Exchange } from '../http/exchange.ts'
import { findDeliveryWorkspaceByPublicId } from '../identity/delivery-workspaces.ts'
import type { OperationRateLimiter } from '../operations/operation-rate-limiter.ts'
import type { WorkspaceLimiters } from '../operations/workspace-limiters.ts'
import type { Config } from '../platform/config.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import { type EndReservation, makeTenantLimiter, type TenantLimiter } from '../platform/limits/tenant-limiter.ts'
import { makeAssetEndpoints } from './asset-endpoints.ts'
import { type CountCheckedAnswers, makeCheckedAnswerCounter } from './checked-answers.ts'
import { PageNotFoundError, pageNotFoundError } from './page-not-found.ts'
import { redirectWithoutTrailingSlash, sendRedirect } from './redirect.ts'
import { findPreview, findPublicCourse, type RequestedPage } from './requested-page.ts'
import { sendCoursePage } from './send-course-page.ts'
import { sendErrorPage } from './send-page.ts'
import { sendSitemap } from './sitemap.ts'
import { gradeAndSendQuiz, readQuizForm } from './submitted-quiz.ts'
import { makeWorkspacePath, parseWorkspaceAddress } from './workspace-address.ts'
import { sendWorkspacePage } from './workspace-page.ts'

const maskPreviewToken = (path: string) => path.replace(/^\/preview\/+[^/]+/, '/preview/[token]')

/**
 * Makes the limiter for the number of pages that are rendered at the same time, in this process and for each workspace.
 */
const makePageLimiter = () =>
  makeTenantLimiter({ resource: 'pages of courses', total: 8, perTenant: 2, waitMs: 10_000, maxWaiting: 100 })

type PageLimiters = {
  pageLimiter: TenantLimiter
  draftLimiter: TenantLimiter
  countCheckedAnswers: CountCheckedAnswers
}

/**
 * Makes an endpoint for the pages of courses. `find` returns the requested page, or undefined if there is no such page.
 */
const makeCoursePages = (
  route: string,
  { pageLimiter, draftLimiter, countCheckedAnswers }: PageLimiters,
  find: (exchange: Exchange) => Promise<RequestedPage | undefined>,
): Endpoint & { anonymousRateLimit: 'delivery' } => ({
  isAuthenticatedAndCounted: true,
  anonymousRateLimit: 'delivery',
  sendError: sendErrorPage,
  async handle(exchange) {
    exchange.route = route
    const found = await find(exchange)
    const lessonId = found?.lessonId?.toLowerCase()
    // The quiz form is read before `pageLimiter.acquire`, so that a slow client does not make other readers wait.
    const submitted =
      lessonId !== undefined && exchange.req.method === 'POST'
        ? { lessonId, form: await readQuizForm(exchange) }
        : undefined
    const release = found && (await pageLimiter.acquire(found.workspaceId))
    let releaseDraft: EndReservation | undefined
    try {
      releaseDraft = found?.readsWholeDraft ? await draftLimiter.acquire(found.workspaceId) : undefined
      const course = await found?.open()
      if (course && submitted) return await gradeAndSendQuiz(exchange, course, submitted, countCheckedAnswers)
      if (course) return await sendCoursePage(exchange, course, lessonId)
      const moved = await found?.findMoved?.()
      if (moved !== undefined) return sendRedirect(exchange, moved)
      exchange.req.resume()
      const path = await found?.findWorkspacePage?.()
      throw path === undefined ? pageNotFoundError : new PageNotFoundError({ path, label: 'allCourses' })
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
export function makeReaderEndpoints(
  sql: SqlRunner,
  workspaceLimiters: WorkspaceLimiters,
  operationRateLimiter: OperationRateLimiter,
  { publicUrl, embedHosts, files }: Pick<Config, 'publicUrl' | 'embedHosts' | 'files'>,
) {
  const findFile = makeAssetEndpoints()
  const settings = { embedHosts, filesBaseUrl: files.baseUrl }
  const limiters = {
    pageLimiter: makePageLimiter(),
    draftLimiter: workspaceLimiters.get(wholeCourseLimiter),
    countCheckedAnswers: makeCheckedAnswerCounter(operationRateLimiter),
  }
  const learn = makeCoursePages('/learn', limiters, (exchange) => findPublicCourse(sql, exchange, settings))
  const preview: Endpoint = {
    ...makeCoursePages('/preview', limiters, (exchange) => findPreview(sql, exchange, settings)),
    maskPath: maskPreviewToken,
  }
  const workspacePages: Endpoint = {
    ...learn,
    async handle(exchange) {
      exchange.route = '/learn/{workspace}'
      const { publicId, isSitemap } = parseWorkspaceAddress(exchange.path)!
      const workspace = await findDeliveryWorkspaceByPublicId(sql, publicId)
      if (!workspace) throw pageNotFoundError
      const release = await limiters.pageLimiter.acquire(workspace.id)
      try {
        if (isSitemap) await sendSitemap(exchange, sql, workspace.id, { publicUrl, path: makeWorkspacePath(publicId) })
        else await sendWorkspacePage(exchange, sql, { publicId, workspace }, settings)
      } finally {
        release()
      }
    },
  }
  const withoutSlash = (pages: Endpoint): Endpoint => ({ ...pages, handle: redirectWithoutTrailingSlash })
  const [learnWithoutSlash, previewWithoutSlash] = [withoutSlash(learn), withoutSlash(preview)]
  return {
    /**
     * Returns the endpoint for a path, or undefined if the path belongs neither to a page for learners nor to a file of
     * such a page.
     */
    endpointOf(path: string): Endpoint | undefined {
      const endsWithSlash = /^\/[^/]+\/[^/].*\/$/.test(path)
      if (path.startsWith('/preview/')) return endsWithSlash ? previewWithoutSlash : preview
      const file = findFile(path)
      if (file || !path.startsWith('/learn/')) return file
      if (endsWithSlash) return learnWithoutSlash
      return parseWorkspaceAddress(path) ? workspacePages : learn
    },
  }
}
