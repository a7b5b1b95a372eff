import type { Element, ElementContent, Nodes, Root, RootContent } from 'hast'
import { elementShownAs, inlineElements } from './html-elements.ts'

/** The strong characters of scripts that are written from right to left (Unicode, bidirectional classes R and AL). */
const strong = /(?<right>[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}])|\p{L}/u

type Direction = 'ltr' | 'rtl' | undefined

function directionOf(text: string): Direction {
  const found = strong.exec(text)
  return found ? (found.groups?.right === undefined ? 'ltr' : 'rtl') : undefined
}

/** Elements whose text decides their direction. The browser looks for the first strong character in them. */
const texts = new Set('p h2 h3 h4 h5 h6 td th dt dd summary caption figcaption'.split(' '))
/** Elements around others that decide for themselves, so that the browser finds no text in them. */
const containers = new Set('ul ol li dl blockquote aside table details section'.split(' '))
const leftToRight = new Set('pre code kbd samp math'.split(' '))

/** Sets the direction of each block by its own text, and returns the direction of the first text in the node. */
function setDirections(node: Nodes): Direction {
  if (node.type === 'text') return directionOf(node.value)
  if (!('children' in node)) return undefined
  if (node.type === 'element' && leftToRight.has(node.tagName)) {
    node.properties.dir ??= 'ltr'
    return undefined
  }
  let first: Direction
  for (const child of node.children) {
    const direction = setDirections(child)
    first ??= direction
  }
  if (node.type === 'element') {
    if (texts.has(node.tagName)) node.properties.dir ??= 'auto'
    else if (containers.has(node.tagName)) node.properties.dir ??= first ?? 'auto'
  }
  return first
}

const isCheckBox = ({ tagName, properties }: Element) =>
  tagName === 'input' && String(properties.type).toLowerCase() === 'checkbox'

/** What one element becomes on a page. */
function finishElement(node: Element): void {
  const { properties } = node
  node.tagName = elementShownAs[node.tagName] ?? node.tagName
  switch (node.tagName) {
    case 'a':
      if (typeof properties.href === 'string') {
        properties.href = withScheme(properties.href)
        properties.rel = ['noopener', 'noreferrer']
      }
      break
    case 'img':
      properties.alt ??= ''
      properties.loading = 'lazy'
      if (typeof properties.src === 'string') properties.src = withScheme(properties.src)
      break
    // Wide tables and long lines scroll sideways, also with the keyboard.
    case 'pre':
    case 'table':
      properties.tabIndex = 0
      break
    case 'input':
      if (!isCheckBox(node)) break
      // The text has no form elements, so a character stands for the box of a task.
      node.tagName = 'span'
      node.children = [
        { type: 'text', value: properties.checked === undefined || properties.checked === false ? '☐' : '☑' },
      ]
      node.properties = { className: ['task'] }
      break
  }
}

/** `//example.com` leads to a host, so it gets the scheme that the page has. */
const withScheme = (url: string) => (/^\s*[/\\]{2}/.test(url) ? `https:${url.trim().replaceAll('\\', '/')}` : url)

/** Makes the elements of a text those of a page. The result still needs `sanitizeTree`. */
function finishChildren(node: Root | Element): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    finishElement(child)
    finishChildren(child)
  }
}

const isInLine = (node: RootContent) =>
  node.type === 'text' ? node.value.trim() !== '' : node.type === 'element' && isInlineElement(node)
const isInlineElement = ({ tagName, properties }: Element) =>
  inlineElements.has(tagName) && !(tagName === 'math' && properties.display === 'block')

/** Puts text that is in no block into paragraphs. */
function wrapLooseText(root: Root): void {
  const wrapped: RootContent[] = []
  let run: ElementContent[] = []
  const endRun = () => {
    if (run.some(isInLine)) wrapped.push({ type: 'element', tagName: 'p', properties: {}, children: run })
    else wrapped.push(...run)
    run = []
  }
  for (const child of root.children) {
    if (child.type === 'text' || (child.type === 'element' && isInlineElement(child))) run.push(child)
    else {
      endRun()
      wrapped.push(child)
    }
  }
  endRun()
  root.children = wrapped
}

export { finishChildren, setDirections, wrapLooseText }
