import type { Mark } from './marks.ts'

/** The maximum length of a fragment, in characters. Chinese says more in fewer characters. */
const maxChars = 140
const maxUnspacedChars = 70
const maxFragments = 2
/** The share of a fragment that comes before its first match. */
const shareBefore = 0.3

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeHtml = (text: string) => text.replace(/[&<>]/g, (sign) => escapes[sign]!)

type Fragment = { start: number; end: number; marks: Mark[] }

const sizeAround = (text: string, at: number) =>
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u9fff\uac00-\ud7ff]/.test(text.slice(Math.max(at - 20, 0), at + 40))
    ? maxUnspacedChars
    : maxChars

/** Moves a cut to the next space, if there is one nearby, so that no word is cut. No cut is inside a surrogate pair. */
function cutAt(text: string, at: number, direction: 1 | -1): number {
  if (at <= 0 || at >= text.length) return Math.min(Math.max(at, 0), text.length)
  for (let step = 0; step < 20; step++) {
    const index = at - direction * step
    if (/\s/.test(text[index] ?? ' ')) return direction === 1 ? index : index + 1
  }
  return /[\udc00-\udfff]/.test(text[at]!) ? at + direction : at
}

/** Returns the fragment that begins a little before the mark at `index`, with all marks that fit in. */
function fragmentFrom(text: string, marks: readonly Mark[], index: number, after: number): Fragment {
  const first = marks[index]!
  const size = sizeAround(text, first.start)
  const start = Math.max(cutAt(text, Math.floor(first.start - size * shareBefore), -1), after)
  const end = Math.max(cutAt(text, start + size, 1), first.end)
  const inside: Mark[] = []
  for (let next = index; next < marks.length && marks[next]!.end <= end; next++) inside.push(marks[next]!)
  return { start: Math.min(start, first.start), end, marks: inside }
}

const countTerms = (marks: readonly Mark[]) => new Set(marks.map(({ term }) => term)).size

/** Returns the first fragment with the most different words of the search, and the next fragment after it. */
function fragmentsOf(text: string, marks: readonly Mark[]): Fragment[] {
  if (marks.length === 0) return [{ start: 0, end: cutAt(text, sizeAround(text, 0), 1), marks: [] }]
  let [best, bestTerms] = [fragmentFrom(text, marks, 0, 0), 0]
  // A few hundred places are enough to find a good fragment.
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
  let [html, at] = ['', start]
  for (const mark of marks) {
    html += `${escapeHtml(text.slice(at, mark.start))}<mark>${escapeHtml(text.slice(mark.start, mark.end))}</mark>`
    at = mark.end
  }
  return html + escapeHtml(text.slice(at, end))
}

/** Returns up to two fragments of a text as HTML. `mark` elements surround the parts that match a search. */
export const makeExcerpt = (text: string, marks: readonly Mark[]): string =>
  fragmentsOf(text, marks)
    .map((fragment) => toHtml(text, fragment).trim())
    .join(' … ')
