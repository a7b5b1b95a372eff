import type { AssetPartsFragment } from '../../generated/operations.ts'
import { getKindOfType } from './file-kinds.ts'

/** The signs that would end the text or the address of a link, or a line. */
const signs = /[[\]()\\<>`*_!\n\r]+/g
const toLinkText = (name: string) => name.replaceAll(signs, ' ').trim() || 'file'

/** What stands in a text while a file is uploaded. */
export const makePlaceholder = (id: number, name: string): string => `![Uploading ${toLinkText(name)} …](upload:${id})`

const anyPlaceholder = /!\[Uploading [^\]\n]* …\]\(upload:(\d+)\)\n?/g

/** Returns whether any text in a content has the placeholder of an upload. */
export const hasPlaceholder = (content: unknown): boolean => JSON.stringify(content).search(anyPlaceholder) >= 0

/** Returns the Markdown that shows a picture, or links another file. */
export const makeAssetMarkdown = ({ id, name, type }: AssetPartsFragment): string => {
  const text = toLinkText(name.replace(/\.[a-z0-9]{2,5}$/i, ''))
  return `${getKindOfType(type) === 'picture' ? '!' : ''}[${text}](asset:${id})`
}

/** Inserts texts in place of a selection, each on a line of its own if there is text on the line. */
export function insertAt(text: string, start: number, end: number, inserted: readonly string[]): string {
  const [before, after] = [text.slice(0, start), text.slice(end)]
  const lineBefore = before === '' || before.endsWith('\n') ? '' : '\n\n'
  const lineAfter = after === '' || after.startsWith('\n') ? '' : '\n\n'
  return `${before}${lineBefore}${inserted.join('\n\n')}${lineAfter}${after}`
}

/** Replaces the placeholder of an upload. Returns undefined if the text has none. */
export function replacePlaceholder(text: string, id: number, by: string): string | undefined {
  let isFound = false
  const next = text.replace(anyPlaceholder, (found, number) => {
    if (Number(number) !== id) return found
    isFound = true
    return by === '' ? '' : `${by}${found.endsWith('\n') ? '\n' : ''}`
  })
  return isFound ? next : undefined
}

/** Returns whether a text has placeholders of uploads that are not among those with these ids. */
export const hasLostPlaceholder = (text: string, ids: readonly number[]): boolean =>
  [...text.matchAll(anyPlaceholder)].some(([, id]) => !ids.includes(Number(id)))

/** Removes the placeholders of uploads that are not among those with these ids. */
export const removeLostPlaceholders = (text: string, ids: readonly number[]): string =>
  text.replace(anyPlaceholder, (found, id) => (ids.includes(Number(id)) ? found : ''))
