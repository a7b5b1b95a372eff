import type { Exchange } from '../http/exchange.ts'
import { sendHttpResponse } from '../http/send.ts'
import type { ApiError } from '../platform/errors.ts'
import { renderLabelWithLanguage, type SafeHtml } from './html.ts'
import { renderMessagePage } from './page-html.ts'
import { englishPageLanguage, findAcceptedPageLanguage, type PageLabelLanguage } from './page-language.ts'

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

/** The headers of every page for learners. */
export const pageHeaders = { 'Content-Security-Policy': policy, 'Cross-Origin-Opener-Policy': 'same-origin' }
const htmlType = 'text/html; charset=utf-8'

/** Sends the HTML of a page for learners. No cache may store the page, unless `headers` contains another `Cache-Control`. */
export function sendPage(
  exchange: Exchange,
  status: number,
  page: string | Uint8Array,
  headers: Record<string, string> = {},
): void {
  sendHttpResponse(exchange, status, htmlType, page, {
    ...pageHeaders,
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

/** Sends an error as an HTML page, in a language that the browser accepts. */
export function sendErrorPage(exchange: Exchange, error: ApiError): void {
  const language = findAcceptedPageLanguage(exchange.req.headers['accept-language'])
  const { title, text } = describeError(error, language)
  sendPage(exchange, error.status, renderMessagePage(language, title, text).text, {
    ...error.headers,
    Vary: `${exchange.headers.Vary}, Accept-Language`,
  })
}
