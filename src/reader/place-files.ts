import { DomUtils, ElementType } from 'htmlparser2'
import type { AssetAddress } from '../assets/serving/addresses.ts'
import { getFileKind, renderFileCard } from './file-card-html.ts'
import { html, type SafeHtml } from './html.ts'
import {
  getAttribute,
  getText,
  type HtmlElement,
  listElements,
  parseHtml,
  printHtml,
  removeAttribute,
  setAttribute,
} from './html-tree.ts'
import type { PageFiles } from './page-files.ts'
import type { PageLabelLanguage } from './page-language.ts'
import { renderPicture } from './picture-html.ts'
import { renderPlayerOfFile } from './player-html.ts'

const address = /^\s*asset:([\da-f-]{36})\s*$/i

const findAssetId = (element: HtmlElement, attribute: string) =>
  address.exec(getAttribute(element, attribute) ?? '')?.[1]

function replace(element: HtmlElement, { text }: SafeHtml): void {
  for (const child of [...parseHtml({ text }).children]) DomUtils.prepend(element, child)
  DomUtils.removeElement(element)
}

/** Returns the paragraph that has nothing but this element, or undefined. */
function findParagraphAround(element: HtmlElement): HtmlElement | undefined {
  const { parent } = element
  if (parent?.type !== ElementType.Tag || parent.name !== 'p') return undefined
  const others = parent.children.filter((node) => node !== element)
  return others.every((node) => node.type === ElementType.Text && node.data.trim() === '') ? parent : undefined
}

/** The text of a link without a text is the address itself. */
const readText = (element: HtmlElement) => getText(element.children).replace(address, '').trim()

type Place = { element: HtmlElement; asset: AssetAddress; language: PageLabelLanguage }

const renderCaption = (text: string) => text && html`<figcaption dir="auto">${text}</figcaption>`

/** Shows a film, a sound or a document in the place of an element and of the paragraph around it. */
function placePlayerOrCard({ element, asset, language }: Place, title: string, caption = ''): void {
  const paragraph = findParagraphAround(element)
  const player = renderPlayerOfFile(asset, { title })
  const shown = player ?? renderFileCard(asset, title, language)
  const figure = player && paragraph && html`<figure class="film">${player}${renderCaption(caption)}</figure>`
  replace(paragraph ?? element, figure ?? shown)
}

function placeImage(place: Place): void {
  const { element, asset } = place
  const alt = getAttribute(element, 'alt') ?? ''
  if (getFileKind(asset) === 'picture')
    replace(element, renderPicture(asset, { alt, title: getAttribute(element, 'title') }))
  else placePlayerOrCard(place, alt || (asset.alt ?? ''))
}

/** A link that is a paragraph of its own shows the file. Within a text, it stays a link. */
function placeLink(place: Place): void {
  const { element, asset } = place
  const text = readText(element)
  const paragraph = findParagraphAround(element)
  const isText = listElements(element.children).length === 0
  if (!paragraph || !isText) {
    setAttribute(element, 'href', asset.url)
    if (text === '' && isText) element.children = parseHtml(html`${asset.name}`).children
    return
  }
  if (getFileKind(asset) !== 'picture') {
    placePlayerOrCard(place, text, text)
    return
  }
  const picture = renderPicture(asset, { alt: asset.alt ?? text })
  replace(paragraph, html`<figure>${picture}${renderCaption(text)}</figure>`)
}

/** Shows the files that texts name as `asset:ID`. A file that cannot be shown leaves its alternative text or its link text. */
export function placeFiles(section: SafeHtml, files: PageFiles, language: PageLabelLanguage): SafeHtml {
  if (!/asset:/i.test(section.text)) return section
  const tree = parseHtml(section)
  for (const element of listElements(tree, 'img')) {
    const id = findAssetId(element, 'src')
    if (id === undefined) continue
    const asset = files.take(id)
    if (asset) placeImage({ element, asset, language })
    else replace(element, html`${getAttribute(element, 'alt')}`)
  }
  for (const element of listElements(tree, 'a')) {
    const id = findAssetId(element, 'href')
    if (id === undefined) continue
    const asset = files.take(id)
    if (asset) placeLink({ element, asset, language })
    else removeAttribute(element, 'href')
  }
  return printHtml(tree)
}
