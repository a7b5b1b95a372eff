import type { SearchMark } from './marks.ts'

/** The maximum length of a fragment of an excerpt, in characters. */
const maxChars = 140
/**
 * The maximum length of a fragment in scripts such as Chinese, in which one character says more than a Latin letter.
 */
const maxUnspacedChars = 70
const maxFragments = 2
/** How much of a fragment's length comes before its first match: 0.3 is 30 percent. */
const shareBefore = 0.3

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeHtml = (text: string) => text.replace(/[&<>]/g, (sign) => escapes[sign]!)

type Fragment = { start: number; end: number; marks: SearchMark[] }

const sizeAround = (text: string, at: number) =>
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u9fff\uac00-\ud7ff]/.test(text.slice(Math.max(at - 20, 0), at + 40))
    ? maxUnspacedChars
    : maxChars

/** Returns a position near `at` where the text can be cut: at a space, if there is a space nearby. */
function cutAt(text: string, at: number, direction: 1 | -1): number {
  if (at <= 0 || at >= text.length) return Math.min(Math.max(at, 0), text.length)
  for (let step = 0; step < 20; step++) {
    const index = at - direction * step
    if (/\s/.test(text[index] ?? ' ')) return direction === 1 ? index : index + 1
  }
  // Without a space nearby, the text is cut inside a word, but never inside a surrogate pair.
  return /[\udc00-\udfff]/.test(text[at]!) ? at + direction : at
}

/**
 * Returns a fragment of a text, with the match `marks[index]` and all later matches that fit. The fragment does not
 * start before `after`.
 */
function fragmentFrom(text: string, marks: readonly SearchMark[], index: number, after: number): Fragment {
  const first = marks[index]!
  const size = sizeAround(text, first.start)
  const start = Math.max(cutAt(text, Math.floor(first.start - size * shareBefore), -1), after)
  const end = Math.max(cutAt(text, start + size, 1), first.end)
  const inside: SearchMark[] = []
  for (let next = index; next < marks.length && marks[next]!.end <= end; next++) inside.push(marks[next]!)
  return { start: Math.min(start, first.start), end, marks: inside }
}

const countTerms = (marks: readonly SearchMark[]) => new Set(marks.map(({ term }) => term)).size

/**
 * Returns up to two fragments of a text: the fragment that contains the largest number of distinct search words, and
 * the next fragment with a match.
 */
function fragmentsOf(text: string, marks: readonly SearchMark[]): Fragment[] {
  if (marks.length === 0) return [{ start: 0, end: cutAt(text, sizeAround(text, 0), 1), marks: [] }]
  let [best, bestTerms] = [fragmentFrom(text, marks, 0, 0), 0]
  // The first 200 matches are enough to find a good fragment.
  for (let index = 0; index < Math.min(marks.length, 200); index++) {
    const fragment = fragmentFrom(text, marks, index, 0)
    const terms = countTerms(fragment.marks)
    if (terms > bestTerms) [best, bestTerms] = [fragment, terms]
  }
  const fragments = [best]
  while (fragments.length < maxFragments) {
    const { end } = fragments.at(-1)!
    const next = marks.findIndex(({ start }) => start >= end)
    if (next < 0) break
    fragments.push(fragmentFrom(text, marks, next, end))
  }
  return fragments
}

function toHtml(text: string, { start, end, marks }: Fragment): string {
  // The fragment consists of parts: a text without a match, a match, a text without a match, and so on.
  // `ends` contains the index at which each part ends.
  const ends = [...marks.flatMap((mark) => [mark.start, mark.end]), end]
  const parts = ends.map((to, index) => escapeHtml(text.slice(ends[index - 1] ?? start, to)))
  return parts.map((part, index) => (index % 2 === 1 ? `<mark>${part}</mark>` : part)).join('')
}

/** Returns up to two fragments of a text as HTML. `<mark>` elements surround the matches of a search. */
export const makeExcerpt = (text: string, marks: readonly SearchMark[]): string =>
  fragmentsOf(text, marks)
    .map((fragment) => toHtml(text, fragment).trim())
    .join(' … ')
