import type { Content } from '../../blocks/content.ts'

/** A form for the content of one type of block. It keeps the members that it does not know. */
export type FormProps = {
  content: Content
  /** What the service says is wrong with the member at this path, such as `questions.0.prompt`. */
  problem(path: string): string | undefined
  onChange(content: Content): void
}

/** The content with this member; nothing written is nothing sent. */
export const put = (content: Content, member: string, value: unknown): Content => ({
  ...content,
  [member]: value === '' || value === false ? undefined : value,
})

/** A number as it is typed: what is none yet stays text, for the service to say so. */
export function numberOf(text: string): number | string {
  const number = Number(text)
  return text.trim() === '' || Number.isNaN(number) ? text : number
}

/** What a number's field shows. */
export const shown = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : ''
