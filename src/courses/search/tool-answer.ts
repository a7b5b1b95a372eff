type Hit = {
  kind: string
  id: string
  courseId: string
  excerpt: string
  path: { kind: string; id: string; name: string }[]
}
type Page = { items: Hit[]; pageInfo: { page: number; total: number; totalPages: number } }

/** The default number of results on a page of the MCP tool `search_content`. */
export const defaultSearchToolPageSize = 10
/**
 * The approximate maximum size of a `search_content` answer in characters, about 1,200 tokens. The excerpts share the
 * space that the other fields leave.
 */
const maxChars = 4700
const minExcerptChars = 30
const maxNameChars = 40

/** Returns the part of a text around a position, with an ellipsis where text is left out. */
function partAround(text: string, position: number, max: number): string {
  if (text.length <= max) return text
  const start = Math.max(0, Math.min(position - Math.floor(max / 3), text.length - max + 1))
  const end = start + max - (start > 0 ? 2 : 1)
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`.toWellFormed()
}

/**
 * Converts a search excerpt from HTML to plain text without marks. Returns the text and the position of the first
 * match.
 */
function toPlainText(excerpt: string): { text: string; matchAt: number } {
  const unescaped = (html: string) =>
    html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').replace(/\s+/g, ' ')
  const [before = '', ...rest] = excerpt.split('<mark>')
  const start = unescaped(before)
  return { text: start + unescaped(rest.join('').replaceAll('</mark>', '')), matchAt: start.length }
}

/** Shortens a search excerpt, so that it has about `max` characters as JSON. Quotes and backslashes count twice. */
function shortExcerpt(excerpt: string, max: number): string {
  const { text, matchAt } = toPlainText(excerpt)
  const short = partAround(text, matchAt, max)
  const excess = JSON.stringify(short).length - 2 - max
  return excess > 0 ? partAround(text, matchAt, Math.max(minExcerptChars, max - excess)) : short
}

function withoutExcerpt({ kind, id, courseId, path }: Hit) {
  const lesson = path.find((step) => step.kind === 'lesson')
  const names = path.map(({ name }) => partAround(name, 0, maxNameChars)).join(' > ')
  return { kind, id, courseId, ...(lesson && { lessonId: lesson.id }), path: names }
}

/**
 * Makes the answer of the MCP tool `search_content`: short excerpts as plain text, and for each result one line with
 * the names of the course, module and lesson.
 */
export function makeSearchContentToolAnswer(result: unknown): Record<string, unknown> {
  const { items, pageInfo } = result as Page
  const hits = items.map(withoutExcerpt)
  const memberChars = ',"excerpt":""'.length
  const left = maxChars - JSON.stringify({ items: hits, pageInfo }).length - memberChars * items.length
  const max = Math.max(minExcerptChars, Math.floor(left / items.length))
  return {
    items: hits.map((hit, index) => ({ ...hit, excerpt: shortExcerpt(items[index]!.excerpt, max) })),
    pageInfo,
  }
}
