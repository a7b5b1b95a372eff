import { z } from 'zod'
import { findContentProblems } from '../courses/block/content.ts'
import { toDocumentedShape } from '../courses/block/learner.ts'
import { type BlockType, blockTypeDefinitionByName, blockTypeNames } from '../courses/block/types.ts'
import type { JsonObject } from '../operations/json-object.ts'
import type { InvalidField } from '../platform/errors.ts'
import { cleanBlockContent } from './clean/content.ts'
import { findTextsTooComplexToClean } from './clean/limits.ts'
import type { ContentGenerationRequest } from './generation-request.ts'
import { listRequiredPropertyPaths } from './strict-schema.ts'

export type GeneratedBlock = { type: BlockType; content: JsonObject; order: number }

const rawBlock = z.object({ type: z.enum(blockTypeNames), content: z.record(z.string(), z.unknown()) })

/**
 * Returns a problem for each missing or empty property at a path such as `questions.id`. Checks every entry of a list.
 */
function findMissingProperties(
  value: unknown,
  [name, ...rest]: readonly string[],
  at: string,
  mayBeMissing: (object: JsonObject) => boolean | undefined,
): InvalidField[] {
  if (Array.isArray(value))
    return value.flatMap((one, index) => findMissingProperties(one, [name!, ...rest], `${at}.${index}`, mayBeMissing))
  const object = value as JsonObject
  const one = object[name!]
  const path = `${at}.${name}`
  if (rest.length > 0) return one === undefined ? [] : findMissingProperties(one, rest, path, mayBeMissing)
  if (mayBeMissing(object)) return []
  return one === undefined || one === '' ? [{ path, message: 'is required' }] : []
}

/**
 * Cleans and checks a block that the model wrote. The block must match the schema of its type, and must have all
 * properties that the model must write.
 */
export function cleanAndCheckGeneratedBlock(
  value: unknown,
  index: number,
  { blockTypes: allowed, allowedUrls }: ContentGenerationRequest,
): { block?: GeneratedBlock; problems: InvalidField[] } {
  const at = `blocks.${index}`
  const read = rawBlock.safeParse(value)
  if (!read.success) return { problems: [{ path: at, message: 'must be { type, content }' }] }
  const { type } = read.data
  if (!allowed.includes(type))
    return { problems: [{ path: `${at}.type`, message: `must be one of ${allowed.join(', ')}` }] }
  const inner = `${at}.content`
  const tooMuch = findTextsTooComplexToClean(read.data.content, inner)
  if (tooMuch.length > 0) return { problems: tooMuch }
  const written = toDocumentedShape(type, read.data.content)
  const content = cleanBlockContent(type, written, allowedUrls)
  const { mayBeMissing } = blockTypeDefinitionByName[type]
  const wrong = findContentProblems(type, content, inner)
  const problems =
    wrong.length > 0
      ? wrong
      : listRequiredPropertyPaths(type).flatMap((path) =>
          findMissingProperties(content, path.split('.'), inner, (object) => mayBeMissing?.(path, object)),
        )
  if (problems.length === 0)
    problems.push(...(blockTypeDefinitionByName[type].generation.problems?.(content, inner) ?? []))
  return problems.length > 0 ? { problems } : { block: { type, content, order: index }, problems }
}
