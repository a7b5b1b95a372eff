import type { ElementContent } from 'hast'
import { common, createLowlight } from 'lowlight'

const lowlight = createLowlight(common)

/** Longer code has no colours. */
const maxHighlightedChars = 20_000

/** Returns the language of code by the word after its fence, such as `rust` for `rust,editable`. */
export const readCodeLanguage = (info: string | null | undefined): string | undefined =>
  /^[\w+#.-]+/.exec(info?.trim() ?? '')?.[0].toLowerCase()

/** Returns code with elements `<span class="hljs-…">`, or as one text if its language is not known. */
export function highlightCode(code: string, language: string | undefined): ElementContent[] {
  if (language === undefined || code.length > maxHighlightedChars || !lowlight.registered(language))
    return [{ type: 'text', value: code }]
  return lowlight.highlight(language, code).children as ElementContent[]
}

const lineMark: ElementContent = { type: 'element', tagName: 'mark', properties: { className: ['line'] }, children: [] }

/**
 * Returns highlighted code with an empty element `<mark class="line">` where each of `lines` begins. `lines` are numbers
 * from 1. The elements of a language can span lines, so a style sheet draws the band behind the line.
 */
export function markLines(code: readonly ElementContent[], lines: ReadonlySet<number>): ElementContent[] {
  let line = 1
  const marksOf = (number: number) => (lines.has(number) ? [lineMark] : [])
  const mark = (node: ElementContent): ElementContent[] => {
    if (node.type === 'element') return [{ ...node, children: node.children.flatMap(mark) }]
    if (node.type !== 'text') return [node]
    const [first, ...further] = node.value.split('\n')
    const rest = further.flatMap((value): ElementContent[] => {
      line += 1
      return [{ type: 'text', value: '\n' }, ...marksOf(line), { type: 'text', value }]
    })
    return [{ type: 'text', value: first! }, ...rest]
  }
  return lines.size === 0 ? [...code] : [...marksOf(1), ...code.flatMap(mark)]
}
