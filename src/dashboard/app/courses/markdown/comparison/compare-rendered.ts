import { diffArrays } from 'diff'
import type { Element, ElementContent, Root } from 'hast'
import { compareWords } from './compare-words.ts'
import { mergeChangedWords } from './merge-words.ts'
import { flattenText, isTextHolder } from './text.ts'

/** A part of two compared texts: a paragraph, heading, list or the like. In a `changed` part, words are marked. */
export type RenderedPart = { change: 'same' | 'removed' | 'added' | 'changed'; node: Element }

const isBlank = (node: ElementContent) => node.type !== 'element' && flattenText(node).trim() === ''
const inlineTags = new Set([
  'a',
  'b',
  'br',
  'code',
  'del',
  'em',
  'i',
  'img',
  'ins',
  'math',
  'span',
  'strong',
  'sub',
  'sup',
])
const isInline = (node: ElementContent) => node.type !== 'element' || inlineTags.has(node.tagName)

/** Returns the parts of a rendered text. A text on one line is one part. */
function listParts({ children }: Root): Element[] {
  const shown = children.filter((node): node is ElementContent => node.type !== 'doctype' && !isBlank(node))
  if (shown.length > 0 && shown.every(isInline))
    return [{ type: 'element', tagName: 'p', properties: { dir: 'auto' }, children: shown }]
  return shown.filter((node): node is Element => node.type === 'element')
}

/** Returns a text that two nodes share only if they look the same. */
const describeNode = (node: ElementContent): string =>
  JSON.stringify(node, (name, value: unknown) => (name === 'position' || name === 'data' ? undefined : value))

// Of a list or table, a few items stay the same although the others are new.
const minSameShareOf = ({ tagName }: Element) => (isTextHolder(tagName) ? 0.5 : 0.2)

/** Returns the pairs of a removed and an added part that are two versions of one part, in their order. */
function pairVersions(removed: readonly Element[], added: readonly Element[]) {
  const pairs: { from: number; to: number; node: Element }[] = []
  let from = 0
  for (const [to, after] of added.entries()) {
    for (let index = from; index < removed.length; index++) {
      const before = removed[index]!
      if (before.tagName !== after.tagName) continue
      const words = compareWords(flattenText(before), flattenText(after), minSameShareOf(after))
      if (!words) continue
      pairs.push({ from: index, to, node: mergeChangedWords(after, words) })
      from = index + 1
      break
    }
  }
  return pairs
}

function* compareReplaced(removed: readonly Element[], added: readonly Element[]): Iterable<RenderedPart> {
  let [fromNext, toNext] = [0, 0]
  for (const { from, to, node } of [...pairVersions(removed, added), { from: removed.length, to: added.length }].map(
    (pair) => ({ node: undefined, ...pair }),
  )) {
    for (const part of removed.slice(fromNext, from)) yield { change: 'removed', node: part }
    for (const part of added.slice(toNext, to)) yield { change: 'added', node: part }
    if (node) yield { change: 'changed', node }
    ;[fromNext, toNext] = [from + 1, to + 1]
  }
}

/** Compares two rendered texts part by part, and those parts of which both texts have a version word by word. */
export function compareRendered(before: Root, after: Root): RenderedPart[] {
  const [old, next] = [listParts(before), listParts(after)]
  const changes = diffArrays(old.map(describeNode), next.map(describeNode))
  const parts: RenderedPart[] = []
  let [fromNext, toNext] = [0, 0]
  let removed: Element[] = []
  let added: Element[] = []
  const flush = () => {
    parts.push(...compareReplaced(removed, added))
    removed = []
    added = []
  }
  for (const { removed: isRemoved, added: isAdded, value } of changes) {
    if (isRemoved) removed = [...removed, ...old.slice(fromNext, fromNext + value.length)]
    else if (isAdded) added = [...added, ...next.slice(toNext, toNext + value.length)]
    else {
      flush()
      for (const node of next.slice(toNext, toNext + value.length)) parts.push({ change: 'same', node })
    }
    if (!isAdded) fromNext += value.length
    if (!isRemoved) toNext += value.length
  }
  flush()
  return parts
}
