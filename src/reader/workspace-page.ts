import { readAssetAddresses } from '../assets/serving/read-addresses.ts'
import { makeCourseListCachePolicy } from '../delivery/caching.ts'
import { makeEtag } from '../delivery/etag.ts'
import { readDeliveredCoursePage } from '../delivery/list.ts'
import { findMatchingEtag } from '../http/etag.ts'
import type { Exchange } from '../http/exchange.ts'
import { answerUnlessGetOrHead } from '../http/read-methods.ts'
import { sendResponseHead } from '../http/response-head.ts'
import type { DeliveryWorkspace } from '../identity/delivery-workspaces.ts'
import { readWorkspaceBrand } from '../keys/workspace-brand.ts'
import { makeCacheControlAndTagHeaders } from '../operations/caching-headers.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import type { PageSettings } from './course.ts'
import { readPageFiles } from './page-files.ts'
import { findAcceptedPageLanguage } from './page-language.ts'
import { pageNotFoundError } from './page-not-found.ts'
import { makePageHeaders, sendPage } from './send-page.ts'
import { makeWorkspacePath } from './workspace-address.ts'
import { renderWorkspacePage } from './workspace-html.ts'

const coursesPerPage = 50

/** Returns the number of the requested page, or undefined if the query string has none that can exist. */
function parsePageNumber(query: string): number | undefined {
  const page = new URLSearchParams(query).get('page') ?? '1'
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : undefined
}

type RequestedWorkspace = { publicId: string; workspace: DeliveryWorkspace }

/** Sends a page of the public courses of a workspace. @throws ApiError `not_found` if the page has no courses */
export async function sendWorkspacePage(
  exchange: Exchange,
  sql: SqlRunner,
  { publicId, workspace: { id: workspaceId, hashSecret } }: RequestedWorkspace,
  { filesBaseUrl: baseUrl }: PageSettings,
): Promise<void> {
  if (answerUnlessGetOrHead(exchange)) return
  const page = parsePageNumber(exchange.query)
  if (page === undefined) throw pageNotFoundError
  const learner = { workspaceId, hashSecret, isMember: false, isAnonymous: true }
  const slice = { limit: coursesPerPage, offset: (page - 1) * coursesPerPage }
  const { items, total, secondsLeft } = await readDeliveredCoursePage(sql, learner, slice)
  if (items.length === 0) throw pageNotFoundError
  const { headers, req } = exchange
  const readAssets = (ids: readonly string[]) => readAssetAddresses(sql, workspaceId, ids, { baseUrl, isPublic: true })
  const shown = items.map(({ description, coverAssetId }) => ({ description, coverAssetId }))
  const files = await readPageFiles({ readAssets }, shown)
  const text = renderWorkspacePage({
    language: findAcceptedPageLanguage(req.headers['accept-language']),
    brand: await readWorkspaceBrand(sql, workspaceId),
    path: makeWorkspacePath(publicId),
    courses: items,
    files,
    page,
    pages: Math.ceil(total / coursesPerPage),
  }).text
  const etag = makeEtag('workspace', text)
  const policy = { ...makeCourseListCachePolicy(publicId, true, secondsLeft), isForEverybody: true }
  const cached = makeCacheControlAndTagHeaders(exchange, policy)
  const all = { ...cached, Vary: `${cached.Vary ?? headers.Vary}, Accept-Language`, ETag: etag }
  const sent = req.headers['if-none-match']
  const matched = sent === undefined ? undefined : findMatchingEtag(sent, etag)
  if (matched !== undefined)
    return void sendResponseHead(exchange, 304, { ...makePageHeaders(), ...all, ETag: matched }).end()
  sendPage(exchange, 200, text, all)
}
