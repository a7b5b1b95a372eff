import type { Element, ElementContent, Nodes as HtmlNodes, Root } from 'hast'
import type {
  Blockquote,
  Code,
  Heading,
  Image,
  InlineCode,
  Root as MarkdownRoot,
  Nodes,
  Paragraph,
  Parents,
} from 'mdast'
import type { InlineMath, Math as MathNode } from 'mdast-util-math'
import { type Handlers, type State, toHast } from 'mdast-util-to-hast'
import type { MarkupLabels } from '../labels/labels.ts'
import { makeCallout } from './callout.ts'
import { highlightCode, readCodeLanguage } from './highlight.ts'
import type { MarkupProblem } from './problem.ts'

/** Converts a formula in LaTeX to MathML. Returns undefined for one that is to be shown as it is written. */
export type ToMath = (formula: string, isDisplayed: boolean) => Element | undefined

type Options = {
  source: string
  labels: MarkupLabels
  toMath: ToMath
  /** The prefix of the ids of footnotes. */
  notePrefix: string
  isHtmlText: boolean
  onProblem: (problem: MarkupProblem) => void
}

const element = (tagName: string, properties: Element['properties'], children: ElementContent[]): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
})

const sliceOf = ({ position }: Nodes, source: string): string =>
  source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0)

/** `\[…\]` is a formula only if it is a paragraph of its own, because `\[` elsewhere is a bracket of the text. */
const bracketFormula = /^\\\[(.*)\\\]$/s

function makeHandlers({ source, labels, toMath, onProblem }: Options): Handlers {
  function formula(value: string, node: Nodes, isDisplayed: boolean): Element {
    const math = toMath(value, isDisplayed)
    if (math) return math
    const written = sliceOf(node, source)
    onProblem({ kind: 'formula', text: written })
    return element('span', { className: ['math-source'], dir: 'ltr' }, [{ type: 'text', value: written }])
  }
  const displayed = (math: Element): Element => (math.tagName === 'math' ? math : element('p', {}, [math]))
  return {
    math: (_state: State, node: MathNode) =>
      displayed(formula([node.meta, node.value].filter(Boolean).join('\n'), node as unknown as Nodes, true)),
    inlineMath(_state: State, node: InlineMath, parent: Parents | undefined) {
      const isDisplayed = parent?.children.length === 1 && source.startsWith('$$', node.position?.start.offset)
      return formula(node.value, node as unknown as Nodes, isDisplayed)
    },
    paragraph(state: State, node: Paragraph) {
      const written = sliceOf(node, source)
      const inBrackets = bracketFormula.exec(written)?.[1]
      const isFormula = inBrackets !== undefined && !inBrackets.includes('\\]') && inBrackets.trim() !== ''
      const math = isFormula ? toMath(inBrackets.replace(/\n[ \t]*>/g, '\n'), true) : undefined
      return math ?? element('p', {}, state.all(node) as ElementContent[])
    },
    blockquote: (state: State, node: Blockquote) =>
      makeCallout(state, node, labels, (text) => onProblem({ kind: 'callout', text })) ??
      element('blockquote', {}, state.wrap(state.all(node), true)),
    // The name of the lesson is the only `<h1>` of a page.
    heading: (state: State, node: Heading) =>
      element(`h${Math.max(2, node.depth)}`, {}, state.all(node) as ElementContent[]),
    code(_state: State, node: Code) {
      const language = readCodeLanguage(node.lang)
      const value = node.value === '' ? '' : `${node.value}\n`
      const className = ['hljs', ...(language ? [`language-${language}`] : [])]
      return element('pre', language ? { dataLanguage: language } : {}, [
        element('code', { className }, highlightCode(value, language)),
      ])
    },
    inlineCode: (_state: State, { value }: InlineCode) =>
      element('code', {}, [{ type: 'text', value: value.replace(/\r?\n|\r/g, ' ') }]),
    image: (_state: State, { url, alt, title }: Image) =>
      element('img', { src: url, alt: alt ?? '', ...(title && { title }) }, []),
  }
}

const isElement = (node: HtmlNodes): node is Element => node.type === 'element'

/** The names of the links back to the text are in the language of the labels. */
function setLanguageOfLabels(node: Element, labels: MarkupLabels): void {
  if (node.properties.dataFootnoteBackref !== undefined) node.properties.lang = labels.tag
  for (const child of node.children) if (isElement(child)) setLanguageOfLabels(child, labels)
}

/** Returns the tree of HTML that a tree of Markdown becomes. HTML of the author is in nodes of the type `raw`. */
export function toHtmlTree(tree: MarkdownRoot, options: Options): Root {
  const { labels, notePrefix, isHtmlText } = options
  const root = toHast(tree, {
    allowDangerousHtml: isHtmlText,
    handlers: makeHandlers(options),
    clobberPrefix: notePrefix,
    footnoteLabel: labels.footnotes,
    footnoteLabelProperties: { lang: labels.tag },
    footnoteBackLabel: (reference, again) => labels.backToReference(`${reference + 1}${again > 1 ? `-${again}` : ''}`),
  }) as Root
  const notes = root.children.findLast(isElement)
  if (notes?.properties.dataFootnotes) {
    // The page gives its headings ids of its own, and only one text of a page could have this one.
    delete notes.children.find(isElement)?.properties.id
    setLanguageOfLabels(notes, labels)
  }
  return root
}
