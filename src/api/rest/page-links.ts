import { type Exchange, removeTrailingSlash } from '../../http/exchange.ts'
import { ignoredQueryParameters } from '../../operations/tolerances.ts'
import type { Page } from './response-body.ts'

/** A query parameter that leads to another page. */
type Target = readonly [name: 'page' | 'cursor', value: string]

/** Returns the targets of a page in a list that the client reads by page numbers. */
function listTargets({ pageInfo: { page, totalPages }, nextCursor }: Page): [rel: string, Target | undefined][] {
  const byNumber = (number: number): Target => ['page', String(number)]
  // The cursor keeps its place while records come and go.
  const next: Target | undefined = nextCursor
    ? ['cursor', nextCursor]
    : page < totalPages
      ? byNumber(page + 1)
      : undefined
  return [
    ['next', next],
    ['prev', page > 1 ? byNumber(Math.max(1, Math.min(page - 1, totalPages))) : undefined],
    ['first', byNumber(1)],
    ['last', byNumber(Math.max(1, totalPages))],
  ]
}

/** Returns the targets of a page in a list that the client reads by cursors. A cursor leads to the next page only. */
const listCursorTargets = ({ nextCursor }: Page): [rel: string, Target | undefined][] => [
  ['next', nextCursor ? ['cursor', nextCursor] : undefined],
  ['first', ['cursor', '*']],
]

/** Returns the header `Link` of a page: the paths of the next, the previous, the first and the last page (RFC 8288). */
export function makePageLinks({ path, query }: Pick<Exchange, 'path' | 'query'>, page: Page): string {
  const asked = new URLSearchParams(query)
  const targets = asked.has('cursor') ? listCursorTargets(page) : listTargets(page)
  return targets
    .flatMap(([rel, target]) => {
      if (!target) return []
      const parameters = new URLSearchParams(asked)
      parameters.delete('page')
      parameters.delete('cursor')
      for (const name of ignoredQueryParameters) parameters.delete(name)
      parameters.set(...target)
      return `<${removeTrailingSlash(path)}?${parameters}>; rel="${rel}"`
    })
    .join(', ')
}
