import { isElement } from './html.ts'

const tag = /<(?:\/?([a-z][a-z0-9-]*)(?:[\s/][^<>]*)?|[!?][^<>]*)>/gi
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is they that are looked for.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Text that JSON and PostgreSQL keep, without characters that show nothing. */
export const cleanText = (text: string) => text.toWellFormed().replace(controls, '')

/** Plain text is shown as it stands: only what a browser would take for an element is taken away, no `1 < 2`. */
export function cleanPlain(text: string): string {
  const clean = cleanText(text).replace(tag, (all, name?: string) =>
    name === undefined || isElement(name) || all.includes('=') ? '' : all,
  )
  return clean === text ? text : cleanPlain(clean)
}
