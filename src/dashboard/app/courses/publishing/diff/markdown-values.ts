import type { MarkdownKind } from '../../../../../markup/read-markdown.ts'
import { isJsonObject } from '../../block-content/content.ts'

/** The paths of the values of blocks that are Markdown, or that have Markdown by which an author knows them. */
const kindsByPath: readonly { path: RegExp; kind: MarkdownKind; member?: string }[] = [
  { path: /^\/content\/text$/, kind: 'text' },
  { path: /^\/content\/fallbackText$/, kind: 'question' },
  {
    path: /^\/content\/questions\/\d+\/(?:prompt|explanation|feedbackCorrect|feedbackIncorrect|sampleAnswer|hints\/\d+)$/,
    kind: 'question',
  },
  { path: /^\/content\/questions\/\d+$/, kind: 'question', member: 'prompt' },
  { path: /^\/content\/questions\/\d+\/options\/\d+\/feedback$/, kind: 'question' },
  { path: /^\/content\/questions\/\d+\/(?:options|targets)\/\d+\/text$/, kind: 'option' },
  { path: /^\/content\/questions\/\d+\/(?:options|targets)\/\d+$/, kind: 'option', member: 'text' },
]

/** Returns the text of a member of a JSON object, or undefined if there is none. */
function findMember(json: string, member: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json)
    const text = isJsonObject(value) ? value[member] : undefined
    return typeof text === 'string' ? text : undefined
  } catch {
    return undefined
  }
}

export type MarkdownDifference = { kind: MarkdownKind; before: string | null; after: string | null }

/** Returns the Markdown of a value that differs. Returns undefined if the value has no Markdown that can be compared. */
export function findMarkdown(
  path: string,
  before: string | null,
  after: string | null,
): MarkdownDifference | undefined {
  const found = kindsByPath.find((one) => one.path.test(path))
  if (!found) return undefined
  const { kind, member } = found
  const [from, to] = [before, after].map((text) =>
    member === undefined || text === null ? text : findMember(text, member),
  )
  return from === undefined || to === undefined ? undefined : { kind, before: from, after: to }
}
