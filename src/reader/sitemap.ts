import { type PublicCourseAddress, readPublicCourseAddresses } from '../delivery/list.ts'
import type { Exchange } from '../http/exchange.ts'
import { answerUnlessGetOrHead } from '../http/read-methods.ts'
import { sendHttpResponse } from '../http/send.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import { escapeHtml } from './html.ts'
import { pageNotFoundError } from './page-not-found.ts'

/** A sitemap may list 50,000 addresses. This is fewer, so that it is read at once. */
const maxListedCourses = 5000

const renderEntry = (base: string, { id, slug, publishedAt }: PublicCourseAddress) =>
  `<url><loc>${escapeHtml(`${base}/${slug ?? id}`)}</loc>${publishedAt === null ? '' : `<lastmod>${publishedAt}</lastmod>`}</url>\n`

/**
 * Sends the sitemap of the newest public courses of a workspace (https://www.sitemaps.org/protocol.html).
 * @throws ApiError `not_found` if there are none, or without `PUBLIC_URL`, because a sitemap has whole addresses
 */
export async function sendSitemap(
  exchange: Exchange,
  sql: SqlRunner,
  workspaceId: string,
  { publicUrl, path }: { publicUrl: string | undefined; path: string },
): Promise<void> {
  if (answerUnlessGetOrHead(exchange)) return
  const courses = publicUrl === undefined ? [] : await readPublicCourseAddresses(sql, workspaceId, maxListedCourses)
  if (courses.length === 0) throw pageNotFoundError
  const base = `${publicUrl}${path}`
  const body = [
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n',
    `<url><loc>${escapeHtml(base)}</loc></url>\n`,
    ...courses.map((course) => renderEntry(base, course)),
    '</urlset>\n',
  ]
  sendHttpResponse(exchange, 200, 'application/xml; charset=utf-8', body, { 'Cache-Control': 'public, max-age=3600' })
}
