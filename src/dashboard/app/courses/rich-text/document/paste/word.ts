import type { Element, ElementContent } from 'hast'
import { findElement, isBlankText, isElement, makeElement, readStyle, replaceElements, textOf } from './html-tree.ts'

/** A paragraph that Word shows as an item of a list: `list` tells one list from another, `mark` is its bullet or number. */
type ListParagraph = { list: string; level: number; mark: string; content: ElementContent[] }

const isMark = (element: Element) => readStyle(element)['mso-list'] === 'ignore'
const numbered = /^\(?(?:(\d+)|[a-z]{1,4})[.)]/i

function readListParagraph(node: ElementContent): ListParagraph | undefined {
  if (!isElement(node, 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6')) return undefined
  const found = /^(l\d+) level(\d+)/.exec(readStyle(node)['mso-list'] ?? '')
  if (!found) return undefined
  const mark = findElement(node, isMark)
  const content = replaceElements(node.children, (element) => (isMark(element) ? [] : [element]))
  return { list: found[1]!, level: Number(found[2]), mark: mark ? textOf(mark).trim() : '', content }
}

/** Makes the lists of a run of paragraphs. A deeper paragraph belongs to the item before it. */
function makeLists(paragraphs: readonly ListParagraph[]): Element[] {
  const lists: Element[] = []
  const open: { level: number; list: string; isOrdered: boolean; element: Element }[] = []
  for (const { level, list, mark, content } of paragraphs) {
    const number = numbered.exec(mark)
    while (open.length > 0 && open.at(-1)!.level > level) open.pop()
    const last = open.at(-1)
    if (last?.level === level && (last.list !== list || last.isOrdered !== (number !== null))) open.pop()
    if (open.at(-1)?.level !== level) {
      const start = Number(number?.[1] ?? 1)
      const element = makeElement(number ? 'ol' : 'ul', [], number && start !== 1 ? { start } : {})
      const parent = open.at(-1)?.element.children.at(-1) as Element | undefined
      if (parent) parent.children.push(element)
      else lists.push(element)
      open.push({ level, list, isOrdered: number !== null, element })
    }
    open.at(-1)!.element.children.push(makeElement('li', content))
  }
  return lists
}

/** Makes lists of the paragraphs that Word shows as lists. */
export function makeWordLists(children: readonly ElementContent[]): ElementContent[] {
  const made: ElementContent[] = []
  let run: ListParagraph[] = []
  const endRun = () => {
    made.push(...makeLists(run))
    run = []
  }
  for (const child of children) {
    const paragraph = readListParagraph(child)
    if (paragraph) run.push(paragraph)
    else if (run.length === 0 || !isBlankText(child)) {
      endRun()
      made.push(child.type === 'element' ? { ...child, children: makeWordLists(child.children) } : child)
    }
  }
  endRun()
  return made
}

const titles: Readonly<Record<string, string>> = {
  MsoTitle: 'h1',
  MsoSubtitle: 'h2',
  MsoQuote: 'blockquote',
  MsoIntenseQuote: 'blockquote',
}

/** What the class of a paragraph of Word says that it is. */
export function nameByWordClass({ tagName, properties }: Element): string {
  const [name] = tagName === 'p' && Array.isArray(properties.className) ? properties.className : []
  return titles[String(name)] ?? tagName
}
