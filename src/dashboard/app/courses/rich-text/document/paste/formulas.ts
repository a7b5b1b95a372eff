import type { Element, ElementContent } from 'hast'
import type { Handle } from 'hast-util-to-mdast'
import { findElement, makeElement, textOf } from './html-tree.ts'

const hasClass = ({ properties }: Element, name: string) =>
  Array.isArray(properties.className) && properties.className.includes(name)

/** The LaTeX of a formula, which KaTeX and MathJax write beside it. */
function findLatex(element: Element): string | undefined {
  const annotation = findElement(
    element,
    (one) => one.tagName === 'annotation' && one.properties.encoding === 'application/x-tex',
  )
  if (annotation) return textOf(annotation)
  const math = findElement(element, ({ tagName }) => tagName === 'math')
  const text = math?.properties.alttext ?? math?.properties.altText
  return typeof text === 'string' && text !== '' ? text : undefined
}

const isDisplayed = (element: Element) =>
  hasClass(element, 'katex-display') ||
  findElement(element, ({ properties }) => properties.display === 'block') !== undefined

/** Replaces a formula by its LaTeX, wherever it stands: in an element of KaTeX or in MathML. */
export function replaceFormulas(children: readonly ElementContent[]): ElementContent[] {
  return children.map((child): ElementContent => {
    if (child.type !== 'element') return child
    const isFormula = child.tagName === 'math' || hasClass(child, 'katex') || hasClass(child, 'katex-display')
    const latex = isFormula ? findLatex(child) : undefined
    if (latex === undefined) return { ...child, children: replaceFormulas(child.children) }
    return makeElement('math', [], { latex: latex.trim(), isDisplayed: isDisplayed(child) })
  })
}

export const formulaHandlers: Readonly<Record<string, Handle>> = {
  math: (_state, { properties }) =>
    properties.isDisplayed
      ? { type: 'math', value: String(properties.latex), meta: null }
      : { type: 'inlineMath', value: String(properties.latex).replace(/\s+/g, ' ') },
}
