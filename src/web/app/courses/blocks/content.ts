import type { BlockType } from '../../generated/operations.ts'

/** A block as it is shown: saved, being written, or fresh from the language model. */
export type ShownBlock = { type: BlockType; content: Content }
export type Content = Record<string, unknown>

/** Contents come from many writers, and members beyond the schema are kept: each member is looked at before it is used. */
export const textIn = (content: Content, member: string): string => {
  const value = content[member]
  return typeof value === 'string' ? value : ''
}

export const isObject = (value: unknown): value is Content =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const listIn = (content: Content, member: string): Content[] => {
  const value = content[member]
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** An absolute http(s) address, or undefined: nothing else may stand in a `src` or `href`. */
export function addressIn(content: Content, member: string): string | undefined {
  const text = textIn(content, member).trim()
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined
}
