import type { Element, ElementContent } from 'hast'
import { replaceFormulas } from './formulas.ts'
import { isBlankText, isElement, makeElement, readStyle, replaceElements, textOf } from './html-tree.ts'
import { applyStyles } from './styles.ts'
import { cleanTable } from './tables.ts'
import { makeWordLists, nameByWordClass } from './word.ts'

const dropped = new Set([
  ...['script', 'style', 'noscript', 'template', 'title', 'meta', 'link', 'xml', 'head', 'iframe', 'object', 'embed'],
  ...['button', 'select', 'textarea', 'svg', 'canvas', 'audio', 'video', 'colgroup', 'col'],
])
const webAddress = /^https?:\/\//i
const linkAddress = /^(?:https?:\/\/|mailto:|tel:)/i

/** Google Docs leads through an address of its own. */
function unwrapRedirect(address: string): string {
  const found = /^https?:\/\/www\.google\.com\/url\?(.*)$/i.exec(address)
  return (found && new URLSearchParams(found[1]).get('q')) || address
}

const isHidden = (element: Element) => {
  const { display, 'mso-hide': hide } = readStyle(element)
  return (
    display === 'none' ||
    hide === 'all' ||
    element.properties.hidden === true ||
    element.properties.ariaHidden === 'true'
  )
}

function cleanLink(link: Element): ElementContent[] {
  const address = unwrapRedirect(String(link.properties.href ?? '').trim())
  if (!linkAddress.test(address)) return link.children
  return [{ ...link, properties: { href: address, title: link.properties.title } }]
}

/** Pictures of the web stay. Others are on the disk of the author, who gives the files too. */
function cleanImage(image: Element): ElementContent[] {
  const address = String(image.properties.src ?? '')
    .trim()
    .replace(/^\/\//, 'https://')
  const { alt, title } = image.properties
  return webAddress.test(address) ? [{ ...image, properties: { src: address, alt, title } }] : []
}

/** Lists that stand in lists belong to the item before them. */
function cleanList(list: Element): ElementContent[] {
  const items: Element[] = []
  for (const child of list.children) {
    const last = items.at(-1)
    if (isElement(child, 'ul', 'ol') && last) last.children.push(child)
    else if (isElement(child, 'li')) items.push({ ...child, children: [...child.children] })
    else if (!isBlankText(child)) items.push(makeElement('li', [child]))
  }
  return [{ ...list, children: items }]
}

/** An item of one paragraph is a line. Google Docs marks tasks by their role. */
function cleanItem(item: Element): ElementContent[] {
  const { role, ariaChecked } = item.properties
  const paragraphs = item.children.filter((child) => isElement(child, 'p'))
  const children = item.children.flatMap((child) =>
    paragraphs.length === 1 && isElement(child, 'p') ? child.children : [child],
  )
  if (role !== 'checkbox') return [{ ...item, children }]
  const box = makeElement('input', [], { type: 'checkbox', checked: ariaChecked === 'true' })
  return [{ ...item, children: [box, ...children] }]
}

const language = /(?:^|\s)(?:language-|lang-|highlight-source-)([\w+#-]+)/

function findLanguage({ properties }: Element): string | undefined {
  return Array.isArray(properties.className) ? language.exec(properties.className.join(' '))?.[1] : undefined
}

const makeCode = (text: string, name: string | undefined) =>
  makeElement('pre', [
    makeElement('code', [{ type: 'text', value: text }], name ? { className: [`language-${name}`] } : {}),
  ])

function cleanCode(pre: Element): ElementContent[] {
  const inside = pre.children.find((child) => isElement(child, 'code'))
  const name = findLanguage(pre) ?? (inside && isElement(inside) ? findLanguage(inside) : undefined)
  const lines = replaceElements(pre.children, (element) =>
    element.tagName === 'br' ? [{ type: 'text', value: '\n' }] : [element],
  )
  return [makeCode(lines.map(textOf).join(''), name)]
}

/** Some pages name the language at an element around the code. */
function cleanDivision(division: Element): ElementContent[] {
  const name = findLanguage(division)
  if (!name) return [division]
  return [
    {
      ...division,
      children: division.children.map((child) => (isElement(child, 'pre') ? makeCode(textOf(child), name) : child)),
    },
  ]
}

/** A paragraph with empty lines in it is several paragraphs. */
function splitAtEmptyLines(paragraph: Element): ElementContent[] {
  const parts: ElementContent[][] = [[]]
  const content = paragraph.children
  for (let index = 0; index < content.length; index++) {
    let next = index + 1
    while (next < content.length && isBlankText(content[next]!)) next++
    if (
      isElement(content[index]!, 'br') &&
      isElement(content[next] ?? content[index]!, 'br') &&
      next < content.length
    ) {
      if (parts.at(-1)!.length > 0) parts.push([])
      index = next
    } else parts.at(-1)!.push(content[index]!)
  }
  return parts.map((children) => ({ ...paragraph, children }))
}

function cleanElement(element: Element): ElementContent[] {
  const named = { ...element, tagName: nameByWordClass(element) }
  switch (named.tagName) {
    case 'a':
      return cleanLink(named)
    case 'img':
      return cleanImage(named)
    case 'ul':
    case 'ol':
      return cleanList(named)
    case 'li':
      return cleanItem(named)
    case 'div':
      return cleanDivision(named)
    case 'pre':
      return cleanCode(named)
    case 'p':
      return splitAtEmptyLines(named)
    case 'br':
      return String(named.properties.className ?? '') === 'Apple-interchange-newline' ? [] : [named]
    default:
      // Word's own elements, such as `o:p`.
      return named.tagName.includes(':') ? named.children : [named]
  }
}

/** Spaces that programs write as `&nbsp;` beside other spaces, or alone. */
function cleanSpaces(children: readonly ElementContent[]): ElementContent[] {
  return children.map((child): ElementContent => {
    if (child.type === 'text')
      return { ...child, value: child.value.replace(/\u00a0(?=\s)|(?<=\s)\u00a0|^\u00a0$/g, ' ') }
    return child.type === 'element' ? { ...child, children: cleanSpaces(child.children) } : child
  })
}

const removeDropped = (children: readonly ElementContent[]): ElementContent[] =>
  children.flatMap((child): ElementContent[] => {
    if (child.type === 'text') return [child]
    if (child.type !== 'element' || dropped.has(child.tagName) || isHidden(child)) return []
    return [{ ...child, children: removeDropped(child.children) }]
  })

/** An editor of code writes its lines as elements in its typeface. */
function isCodeOfEditor(children: readonly ElementContent[]): boolean {
  const [only, second] = children.filter((child) => !isBlankText(child))
  if (!only || second || !isElement(only, 'div')) return false
  const { 'white-space': space = '', 'font-family': family = '' } = readStyle(only)
  return space.startsWith('pre') && /mono|menlo|consolas|courier/.test(family)
}

function makeCodeOfEditor(children: readonly ElementContent[]): ElementContent[] {
  const root = children.find((child) => isElement(child, 'div')) as Element
  const lines = root.children
    .filter((child) => !isBlankText(child))
    .map((line) => (isElement(line, 'br') ? '' : textOf(line)))
  return [makeCode(lines.join('\n'), undefined)]
}

/** Makes plain HTML of what programs put on the clipboard: nothing but text, lists, tables, links and pictures of the web. */
export function cleanHtml(children: readonly ElementContent[]): ElementContent[] {
  const visible = removeDropped(replaceFormulas(children))
  if (isCodeOfEditor(visible)) return makeCodeOfEditor(visible)
  const withTables = replaceElements(makeWordLists(visible), (element) =>
    element.tagName === 'table' ? cleanTable(element) : [element],
  )
  return replaceElements(applyStyles(cleanSpaces(withTables)), cleanElement)
}
