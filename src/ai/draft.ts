import sanitizeHtml from 'sanitize-html'
import { z } from 'zod'
import { problemsOf } from '../block/content.ts'
import { type BlockType, blockTypes, kinds } from '../block/kinds.ts'
import type { Json } from '../builder.ts'
import type { FieldProblem } from '../errors.ts'
import type { GenerationRequest } from './request.ts'

export type DraftBlock = { type: BlockType; content: Json; order: number }
export type DraftModule = {
  name: string
  description: string | null
  lessons: { name: string; description: string | null }[]
}
/** What came back, checked: the members that its type of generation has. */
export type Draft = { name?: string; description?: string | null; blocks?: DraftBlock[]; modules?: DraftModule[] }

export type Checked = { draft?: Draft; problems: FieldProblem[] }

// Members that are no prose: a tag in them is what it says, and an address is checked as one.
const verbatim = new Set(['code', 'url', 'posterUrl', 'id', 'answer', 'language', 'filename', 'type', 'kind', 'format'])
const looksLikeHtml = /<[a-z!/]/i
const badLink = /\]\(\s*(?:javascript|data|vbscript):[^)]*\)/gi

/** Prose without markup that could act: Markdown stays as it is where there is no tag in it. */
export function cleanText(text: string): string {
  const linked = text.replaceAll('\0', '').toWellFormed().replace(badLink, '](#)')
  if (!looksLikeHtml.test(linked)) return linked
  // Markdown needs its `>` and `&`; a `<` that is no allowed tag stays escaped.
  return sanitizeHtml(linked, { textFilter: (one) => one.replaceAll('&gt;', '>').replaceAll('&amp;', '&') })
}

const plain = (text: string, max: number) =>
  sanitizeHtml(cleanText(text), { allowedTags: [] }).replaceAll('&amp;', '&').trim().slice(0, max)

/** What a model writes for "not there" (null) is taken away, and its prose is cleaned. */
function clean(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return verbatim.has(name) ? value : cleanText(value)
  if (Array.isArray(value)) return value.map((inner) => clean(inner, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([member, inner]) => (inner === null ? [] : [[member, clean(inner, member)]])),
  )
}

const rawBlock = z.object({ type: z.enum(blockTypes), content: z.record(z.string(), z.unknown()) })

/** One block as the model wrote it, checked by the table that checks written ones, and for being finished. */
export function checkBlock(
  value: unknown,
  index: number,
  allowed: readonly BlockType[],
): { block?: DraftBlock; problems: FieldProblem[] } {
  const at = `blocks.${index}`
  const read = rawBlock.safeParse(value)
  if (!read.success) return { problems: [{ path: at, message: 'must be { type, content }' }] }
  const { type } = read.data
  if (!allowed.includes(type))
    return { problems: [{ path: `${at}.type`, message: `must be one of ${allowed.join(', ')}` }] }
  const content = clean(read.data.content) as Json
  const missing = kinds[type].complete
    .filter((member) => content[member] === undefined)
    .map((member) => ({ path: `${at}.content.${member}`, message: 'is required' }))
  const problems = [...problemsOf(type, content, `${at}.content`), ...missing]
  return problems.length > 0 ? { problems } : { block: { type, content, order: index }, problems }
}

const node = z.object({ name: z.string().min(1), description: z.string().nullish() })
const outline = node.extend({
  modules: z
    .array(node.extend({ lessons: z.array(node).max(12) }))
    .min(1)
    .max(12),
})

const told = ({ name, description }: z.infer<typeof node>) => ({
  name: plain(name, 200) || 'Untitled',
  description: description ? plain(description, 10_000) : null,
})

const shapeProblems = (error: z.ZodError): FieldProblem[] =>
  error.issues.map((issue) => ({ path: issue.path.join('.') || 'the document', message: issue.message }))

function checkBlocks(value: unknown, { type, blockTypes, maxBlocks }: GenerationRequest): Checked {
  const shape = (type === 'lesson' ? node : z.object({})).extend({ blocks: z.array(z.unknown()).min(1).max(maxBlocks) })
  const read = shape.safeParse(value)
  if (!read.success) return { problems: shapeProblems(read.error) }
  const checked = read.data.blocks.map((block, index) => checkBlock(block, index, blockTypes))
  const problems = checked.flatMap((one) => one.problems)
  if (problems.length > 0) return { problems }
  const blocks = checked.flatMap(({ block }) => block ?? [])
  return { draft: type === 'lesson' ? { ...told(node.parse(value)), blocks } : { blocks }, problems }
}

/** What a model wrote, parsed and checked. Nothing of it is trusted. */
export function checkDraft(text: string, request: GenerationRequest): Checked {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problems: [{ path: 'the document', message: 'is not JSON' }] }
  }
  if (request.type !== 'outline') return checkBlocks(value, request)
  const read = outline.safeParse(value)
  if (!read.success) return { problems: shapeProblems(read.error) }
  const modules = read.data.modules.map((one) => ({ ...told(one), lessons: one.lessons.map(told) }))
  return { draft: { ...told(read.data), modules }, problems: [] }
}
