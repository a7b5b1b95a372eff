import { setImmediate } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import type { ExaminedContent } from './examined.ts'
import { ContentRefusal } from './refusal.ts'
import { svgAttributes, svgElements } from './svg-names.ts'
import { makeReferenceCounter } from './svg-references.ts'

const maxDepth = 200
/** The parser reads this many characters at once, so that other requests run in between. */
const charsAtOnce = 20_000
const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const reference = /^#([\w.:-]+)$/
/** An element of the picture as `url()` names it, after the parenthesis. */
const urlOfElement = /^\s*["']?#([\w.:-]+)["']?\s*\)/

/** Returns the addresses that a value names with `url()`: the ids of elements of the picture, or undefined. */
const listUrls = (value: string) =>
  value
    .split(/url\(/i)
    .slice(1)
    .map((rest) => urlOfElement.exec(rest)?.[1])

/** Returns whether a value loads nothing: its only addresses are elements of the picture. An escape could hide one. */
const isSafeValue = (value: string) =>
  !/\\|@|\/\*|expression|javascript:|image\(|image-set|src\(|-moz-binding/i.test(value) &&
  !listUrls(value).includes(undefined)

const isSafeAttribute = (name: string, value: string) =>
  name.endsWith('href') ? reference.test(value) : isSafeValue(value)

const listReferences = (attributes: readonly (readonly [string, string])[]) =>
  attributes.flatMap(([name, value]) => (name.endsWith('href') ? [value.slice(1)] : listUrls(value).map(String)))

/** Returns a length in pixels. Returns undefined for a percentage. */
function parseLength(value: string | undefined): number | undefined {
  const [, number] = /^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/.exec(value ?? '') ?? []
  return number === undefined ? undefined : Math.min(Math.max(1, Math.round(Number(number))), 100_000)
}

function measure({ width, height, viewBox }: Record<string, string>): { width?: number; height?: number } {
  const [, , boxWidth, boxHeight] = (viewBox ?? '').trim().split(/[\s,]+/)
  const measured = { width: parseLength(width ?? boxWidth), height: parseLength(height ?? boxHeight) }
  return measured.width && measured.height ? { width: measured.width, height: measured.height } : {}
}

/** Elements of other namespaces, such as those of editors, have a prefix. */
const localName = (name: string) => (name.startsWith('svg:') ? name.slice('svg:'.length) : name)

/**
 * Writes a picture anew, with the elements and attributes of a list. It then runs no script and loads nothing.
 * @throws ContentRefusal for what is no SVG
 */
export async function examineSvg(text: string): Promise<ExaminedContent> {
  if (/<!ENTITY/i.test(text)) throw new ContentRefusal('The picture declares entities. Save it without them.')
  const parser = new SaxesParser({ xmlns: false })
  const references = makeReferenceCounter()
  const written: string[] = []
  let depth = 0
  let dropped = 0
  let style: string[] | undefined
  let size: ReturnType<typeof measure> | undefined

  parser.on('error', (error) => {
    throw new ContentRefusal(`The picture is not valid XML: ${error.message}`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth++
    if (depth > maxDepth) throw new ContentRefusal('The elements of the picture are nested too deeply.')
    const element = localName(name)
    if (depth === 1 && element !== 'svg') throw new ContentRefusal('The file is no SVG: its first element is not svg.')
    if (dropped > 0 || !svgElements.has(element)) return void dropped++
    const kept = Object.entries(attributes).filter(
      ([own, value]) => svgAttributes.has(own) && isSafeAttribute(own, value),
    )
    size ??= measure(attributes)
    references.begin(attributes.id, listReferences(kept))
    const text = kept.map(([own, value]) => ` ${own}="${escapeXml(value)}"`).join('')
    written.push(`<${element}${depth === 1 ? ` ${namespaces}` : ''}${text}>`)
    if (element === 'style') style = []
  })
  parser.on('closetag', ({ name }) => {
    depth--
    if (dropped > 0) return void dropped--
    if (style && isSafeValue(style.join(''))) written.push(escapeXml(style.join('')))
    style = undefined
    written.push(`</${localName(name)}>`)
    references.end()
  })
  const addText = (part: string) => {
    if (dropped > 0 || depth === 0) return
    if (style) style.push(part)
    else written.push(escapeXml(part))
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  for (let at = 0; at < text.length; at += charsAtOnce) {
    parser.write(text.slice(at, at + charsAtOnce))
    await setImmediate()
  }
  parser.close()
  references.assertFew()
  return { type: 'image/svg+xml', ...size, cleaned: Buffer.from(written.join('')) }
}
