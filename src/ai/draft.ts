import { z } from 'zod'
import type { FieldProblem } from '../errors.ts'
import { checkBlock, type DraftBlock } from './block.ts'
import { cleanPlain } from './clean/plain.ts'
import type { GenerationRequest } from './request.ts'
import { mostInOutline } from './shape.ts'

export type DraftModule = {
  name: string
  description: string | null
  lessons: { name: string; description: string | null }[]
}
/** What came back, checked: the members that its type of generation has. */
export type Draft = { name?: string; description?: string | null; blocks?: DraftBlock[]; modules?: DraftModule[] }

export type Checked = { draft?: Draft; problems: FieldProblem[] }

/** A list that is too long is as good as its beginning: asking again for that alone would cost too much. */
const cut = <Rule extends z.ZodType>(rule: Rule, most: number) => z.array(rule).transform((all) => all.slice(0, most))

const node = z.object({ name: z.string().min(1), description: z.string().nullish() })
const outline = node.extend({
  modules: cut(node.extend({ lessons: cut(node, mostInOutline) }), mostInOutline).refine(
    (all) => all.length > 0,
    'must be one or more',
  ),
})

const words = (text: string, most: number) => [...cleanPlain(text).trim()].slice(0, most).join('')
const told = ({ name, description }: z.infer<typeof node>) => ({
  name: words(name, 200) || 'Untitled',
  description: description ? words(description, 10_000) : null,
})

const shapeProblems = (error: z.ZodError): FieldProblem[] =>
  error.issues.map((issue) => ({ path: issue.path.join('.') || 'the document', message: issue.message }))

function checkBlocks(value: unknown, request: GenerationRequest): Checked {
  const { type, maxBlocks } = request
  const shape = (type === 'lesson' ? node : z.object({})).extend({ blocks: z.array(z.unknown()).min(1) })
  const read = shape.safeParse(value)
  if (!read.success) return { problems: shapeProblems(read.error) }
  const checked = read.data.blocks.slice(0, maxBlocks).map((block, index) => checkBlock(block, index, request))
  const problems = checked.flatMap((one) => one.problems)
  if (problems.length > 0) return { problems }
  const blocks = checked.flatMap(({ block }) => block ?? [])
  return { draft: type === 'lesson' ? { ...told(node.parse(value)), blocks } : { blocks }, problems }
}

/** The JSON of an answer, in a fence or among words where a model put it there; undefined where there is none. */
function jsonIn(text: string): unknown {
  for (const one of [text, text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)]) {
    try {
      return JSON.parse(one)
    } catch {
      // The next may be.
    }
  }
  return undefined
}

/** What a model wrote, parsed and checked. Nothing of it is trusted. */
export function checkDraft(text: string, request: GenerationRequest): Checked {
  const value = jsonIn(text)
  if (value === undefined) return { problems: [{ path: 'the document', message: 'is not JSON' }] }
  if (request.type !== 'outline') return checkBlocks(value, request)
  const read = outline.safeParse(value)
  if (!read.success) return { problems: shapeProblems(read.error) }
  const modules = read.data.modules.map((one) => ({ ...told(one), lessons: one.lessons.map(told) }))
  return { draft: { ...told(read.data), modules }, problems: [] }
}
