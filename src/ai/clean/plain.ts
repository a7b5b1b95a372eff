import { makeElementTest } from '../../markup/tree/html-elements.ts'

const isElement = makeElementTest('')

const tag = /^<(?:\/?([a-z][a-z0-9-]*)(?:[\s/].*)?|[!?].*)>$/is
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are matched on purpose.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Removes control characters and lone surrogates, so that JSON and PostgreSQL can store the text. */
export const removeControlCharacters = (text: string) => text.toWellFormed().replace(controls, '')

/**
 * Returns whether a text is an HTML tag, comment or declaration. A text with an unknown tag name counts as a tag only
 * if it contains `=`, as in an attribute.
 */
function isTag(text: string): boolean {
  const [found, name] = tag.exec(text) ?? []
  return found !== undefined && (name === undefined || isElement(name.toLowerCase()) || text.includes('='))
}

/**
 * Removes HTML tags from plain text. In `<scr<b>ipt>`, the removal of `<b>` creates the tag `<script>`, which is
 * removed too.
 */
export function removeHtmlTags(text: string): string {
  const chunks: string[] = []
  /** The indexes of the opening brackets in `chunks` that are not closed yet. */
  const open: number[] = []
  for (const chunk of removeControlCharacters(text).split(/([<>])/)) {
    if (chunk === '<') open.push(chunks.length)
    chunks.push(chunk)
    if (chunk !== '>') continue
    const from = open.pop()
    if (from !== undefined && isTag(chunks.slice(from).join(''))) chunks.length = from
    else open.length = 0
  }
  return chunks.join('')
}
