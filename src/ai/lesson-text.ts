import { renderContentAsMarkdown } from '../courses/block/read.ts'
import type { BlockType } from '../courses/block/types.ts'
import { readPageOfChildren } from '../courses/outline/reads/reads.ts'
import { assertAccess } from '../identity/access.ts'
import type { GraphQLContext } from '../operations/context.ts'
import type { JsonObject } from '../operations/json-object.ts'
import { makeInvalidRequestError, makeNotFoundError } from '../platform/errors.ts'

/** The maximum number of bytes of a lesson that a language model is told. The rest of the lesson is left out. */
const maxLessonTextBytes = 32_768

/** The maximum number of blocks of a lesson that are read for a language model. */
const maxBlocks = 200

/** Returns the beginning of a text, whole characters of at most `max` bytes together. */
const cutToBytes = (text: string, max: number) =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, max), { stream: true })

/**
 * Returns what a lesson says, as Markdown of at most 32,768 bytes. Quizzes are left out.
 * @throws ApiError `forbidden` without the scope `courses:read`, `not_found`, or `invalid_request` for a lesson without text
 */
export async function readLessonText(context: GraphQLContext, lessonId: string): Promise<string> {
  assertAccess('courses:read', context)
  const slice = { limit: maxBlocks, offset: 0 }
  const page = await readPageOfChildren(context.db.sql, 'block', context.workspaceId(), lessonId, slice)
  if (!page) throw makeNotFoundError('Lesson')
  let text = ''
  for (const { type, content } of page.items) {
    if (type === 'quiz' || Buffer.byteLength(text) >= maxLessonTextBytes) continue
    text += `${renderContentAsMarkdown(type as BlockType, JSON.parse(content) as JsonObject).trim()}\n\n`
  }
  const told = cutToBytes(text.trim(), maxLessonTextBytes)
  if (told === '')
    throw makeInvalidRequestError([{ path: 'lessonId', message: 'must be a lesson with text to ask about' }])
  return told
}
