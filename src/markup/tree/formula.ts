import 'katex/contrib/mhchem'
import type { Element, Root } from 'hast'
import katex from 'katex'
import { makeHtmlBuilder } from './html-builder.ts'
import type { ToMath } from './to-html-tree.ts'

/** A longer formula is shown as it is written. */
const maxFormulaChars = 5000

function findMath(node: Root | Element): Element | undefined {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    const found = child.tagName === 'math' ? child : findMath(child)
    if (found) return found
  }
  return undefined
}

/**
 * Converts a formula in LaTeX to MathML, also the chemical notation of mhchem, such as `\ce{H2O}`. Returns undefined if
 * it cannot be read.
 */
export const toMathElement: ToMath = (formula, isDisplayed) => {
  if (formula.length > maxFormulaChars || formula.trim() === '') return undefined
  try {
    const html = katex.renderToString(formula, {
      output: 'mathml',
      displayMode: isDisplayed,
      throwOnError: true,
      strict: false,
      trust: false,
      maxExpand: 1000,
      maxSize: 50,
    })
    const root: Root = { type: 'root', children: [] }
    makeHtmlBuilder(root, html).addHtml(html)
    const math = findMath(root)
    if (math) math.properties.alttext = formula.trim()
    return math
  } catch (error) {
    // A formula that is nested too deeply is a RangeError.
    if (error instanceof katex.ParseError || error instanceof RangeError) return undefined
    throw error
  }
}
