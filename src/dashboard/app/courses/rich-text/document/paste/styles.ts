import type { Element, ElementContent } from 'hast'
import { isElement, makeElement, readStyle, textOf } from './html-tree.ts'

/** What a text inherits from the elements around it. */
type Around = { isBold: boolean; isItalic: boolean; isStruck: boolean; isCode: boolean }

const outside: Around = { isBold: false, isItalic: false, isStruck: false, isCode: false }
const styled = ['span', 'font', 'b', 'strong', 'i', 'em', 's', 'strike', 'del', 'a', 'u', 'ins']
const boldNames = ['b', 'strong']
const italicNames = ['i', 'em', 'cite', 'dfn', 'var']
const struckNames = ['s', 'strike', 'del']
const codeNames = ['code', 'kbd', 'samp', 'tt', 'pre']
/** What is bold or in another typeface by itself, so that its text is not marked as such. */
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'th']
const monospace = /\b(?:courier|consolas|menlo|monaco|mono|monospace|source code)\b/

const isBoldWeight = (weight: string | undefined) => /^(?:bold|bolder|[6-9]00)$/.test(weight ?? '')
const isNormal = (value: string | undefined) => /^(?:normal|[1-5]00)$/.test(value ?? '')

/** What an element and its style say of its text. */
function readMarks(element: Element): Around {
  const style = readStyle(element)
  const { tagName } = element
  const decoration = `${style['text-decoration'] ?? ''} ${style['text-decoration-line'] ?? ''}`
  const isStyled = styled.includes(tagName)
  return {
    isBold: boldNames.includes(tagName)
      ? !isNormal(style['font-weight'])
      : isStyled && isBoldWeight(style['font-weight']),
    isItalic: italicNames.includes(tagName)
      ? !isNormal(style['font-style'])
      : isStyled && /italic|oblique/.test(style['font-style'] ?? ''),
    isStruck: struckNames.includes(tagName) || (isStyled && decoration.includes('line-through')),
    isCode: codeNames.includes(tagName) || (isStyled && monospace.test(style['font-family'] ?? '')),
  }
}

const allMarks = [...styled.filter((name) => name !== 'a'), ...italicNames, 'code', 'samp', 'tt']

/** Puts text into the elements that a style stands for: in `<span style="font-weight: 700">`, into `<strong>`. */
export function applyStyles(children: readonly ElementContent[], around: Around = outside): ElementContent[] {
  return children.flatMap((child): ElementContent[] => {
    if (!isElement(child)) return [child]
    if (child.tagName === 'pre') return [child]
    const own = readMarks(child)
    const now: Around = {
      isBold: own.isBold || around.isBold || headings.includes(child.tagName),
      isItalic: own.isItalic || around.isItalic,
      isStruck: own.isStruck || around.isStruck,
      isCode: own.isCode || around.isCode,
    }
    let content = applyStyles(child.children, now)
    if (content.every((node) => textOf(node).trim() === '' && !isElement(node, 'img')))
      return allMarks.includes(child.tagName) ? content : [{ ...child, children: content }]
    if (own.isCode && !around.isCode && child.tagName !== 'kbd') content = [makeElement('code', content)]
    if (own.isStruck && !around.isStruck) content = [makeElement('del', content)]
    if (own.isItalic && !around.isItalic) content = [makeElement('em', content)]
    if (own.isBold && !around.isBold) content = [makeElement('strong', content)]
    return allMarks.includes(child.tagName) ? content : [{ ...child, children: content }]
  })
}
