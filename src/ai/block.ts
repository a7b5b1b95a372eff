import { z } from 'zod'
import { problemsOf } from '../block/content.ts'
import { type BlockType, blockTypes } from '../block/kinds.ts'
import type { Json } from '../builder.ts'
import type { FieldProblem } from '../errors.ts'
import { cleanContent } from './clean/content.ts'
import { problemsOfQuiz } from './quiz.ts'
import type { GenerationRequest } from './request.ts'
import { completeOf } from './shape.ts'

export type DraftBlock = { type: BlockType; content: Json; order: number }

const rawBlock = z.object({ type: z.enum(blockTypes), content: z.record(z.string(), z.unknown()) })

/** Where a member is not, of those that a finished block has. */
function missing(value: unknown, [name, ...rest]: readonly string[], at: string): FieldProblem[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => missing(one, [name!, ...rest], `${at}.${index}`))
  const one = (value as Json)[name!]
  const path = `${at}.${name}`
  if (rest.length > 0) return one === undefined ? [] : missing(one, rest, path)
  return one === undefined || one === '' ? [{ path, message: 'is required' }] : []
}

/** One block as the model wrote it, checked by the table that checks written ones, and for being finished. */
export function checkBlock(
  value: unknown,
  index: number,
  { blockTypes: allowed, addresses }: GenerationRequest,
): { block?: DraftBlock; problems: FieldProblem[] } {
  const at = `blocks.${index}`
  const read = rawBlock.safeParse(value)
  if (!read.success) return { problems: [{ path: at, message: 'must be { type, content }' }] }
  const { type } = read.data
  if (!allowed.includes(type))
    return { problems: [{ path: `${at}.type`, message: `must be one of ${allowed.join(', ')}` }] }
  const content = cleanContent(type, read.data.content, addresses)
  const inner = `${at}.content`
  const wrong = problemsOf(type, content, inner)
  const problems =
    wrong.length > 0 ? wrong : completeOf(type).flatMap((path) => missing(content, path.split('.'), inner))
  if (problems.length === 0 && type === 'quiz') problems.push(...problemsOfQuiz(content, inner))
  return problems.length > 0 ? { problems } : { block: { type, content, order: index }, problems }
}
