import { filmPlayerOrigins } from '../courses/block/film-hosts.ts'
import type { Exchange } from '../http/exchange.ts'
import { sendHttpResponse } from '../http/send.ts'
import type { ApiError } from '../platform/errors.ts'
import { html, renderLabelWithLanguage, type SafeHtml } from './html.ts'
import { renderMessagePage } from './message-page.ts'
import { englishPageLanguage, findAcceptedPageLanguage, type PageLabelLanguage } from './page-language.ts'
import { PageNotFoundError } from './page-not-found.ts'

const makePolicy = (embedHosts: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src https: http: data:',
    'media-src https: http:',
    "font-src 'self'",
    `frame-src ${[...filmPlayerOrigins, ...embedHosts.map((host) => `https://${host}`)].join(' ')}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Makes the headers of a page for learners. The pages of `embedHosts` may be in frames. */
export const makePageHeaders = (embedHosts: readonly string[] = []) => ({
  'Content-Security-Policy': makePolicy(embedHosts),
  'Cross-Origin-Opener-Policy': 'same-origin',
})
const htmlType = 'text/html; charset=utf-8'

/** Sends the HTML of a page for learners. No cache may store the page, unless `headers` contains another `Cache-Control`. */
export function sendPage(
  exchange: Exchange,
  status: number,
  page: string | Uint8Array,
  headers: Record<string, string> = {},
): void {
  sendHttpResponse(exchange, status, htmlType, page, {
    ...makePageHeaders(),
    'Cache-Control': 'private, no-store',
    ...headers,
  })
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

/** Returns a link to a page that exists, if the error knows one. */
const findWayOn = (error: ApiError, language: PageLabelLanguage): SafeHtml | undefined =>
  error instanceof PageNotFoundError
    ? html`<a href="${error.wayOn.path}">${renderLabelWithLanguage(language, language.labels[error.wayOn.label])}</a>`
    : undefined

/** Sends an error as an HTML page, in a language that the browser accepts. */
export function sendErrorPage(exchange: Exchange, error: ApiError): void {
  const language = findAcceptedPageLanguage(exchange.req.headers['accept-language'])
  const { title, text } = describeError(error, language)
  sendPage(exchange, error.status, renderMessagePage(language, title, text, findWayOn(error, language)).text, {
    ...error.headers,
    Vary: `${exchange.headers.Vary}, Accept-Language`,
  })
}
