import type { Element, ElementContent } from 'hast'
import type { ComparedWords } from './compare-words.ts'
import { replaceTexts } from './text.ts'

const text = (value: string): ElementContent => ({ type: 'text', value })
// Not all screen readers announce `<ins>` and `<del>`, so visually hidden words say what was added and removed.
const hidden = (value: string): ElementContent => ({
  type: 'element',
  tagName: 'span',
  properties: { className: ['visually-hidden'] },
  children: [text(value)],
})

/** Marks nodes as removed or added. */
export const markChange = (change: 'removed' | 'added', children: readonly ElementContent[]): Element => ({
  type: 'element',
  tagName: change === 'removed' ? 'del' : 'ins',
  properties: {},
  children: [hidden(`${change}: `), ...children, hidden(` end of ${change} `)],
})

/**
 * Returns the later version of a part in which the added words are marked, and the removed words stand where they were.
 * @param words the differences of the texts of both versions (`flattenText`)
 */
export function mergeChangedWords(after: Element, words: readonly ComparedWords[]): Element {
  let index = 0
  let offset = 0
  const takeRemoved = (): ElementContent[] => {
    const taken: ElementContent[] = []
    while (words[index]?.change === 'removed') {
      const removed = words[index++]!.text
      if (removed.trim() !== '') taken.push(markChange('removed', [text(removed.replace(/\n$/, ''))]))
    }
    return taken
  }
  const skip = (length: number): void => {
    offset += length
    if (offset < (words[index]?.text.length ?? 0)) return
    index++
    offset = 0
  }
  const takeText = (value: string): ElementContent[] => {
    const taken: ElementContent[] = []
    for (let at = 0; at < value.length; ) {
      taken.push(...takeRemoved())
      const word = words[index]
      const length = Math.min(word ? word.text.length - offset : value.length, value.length - at)
      const piece = text(value.slice(at, at + length))
      taken.push(word?.change === 'added' ? markChange('added', [piece]) : piece)
      skip(length)
      at += length
    }
    return taken
  }
  const [merged] = replaceTexts(after, {
    text: takeText,
    whole: () => {
      const removed = takeRemoved()
      skip(1)
      return removed
    },
    end: () => {
      const removed = takeRemoved()
      skip(1)
      return removed
    },
  })
  const rest = takeRemoved()
  return { ...(merged as Element), children: [...(merged as Element).children, ...rest] }
}
