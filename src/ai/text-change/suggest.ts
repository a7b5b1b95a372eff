import { readCoursesByIds } from '../../courses/outline/reads/course-reads.ts'
import { readTreeNodesByIds } from '../../courses/outline/reads/reads.ts'
import { assertAccess } from '../../identity/access.ts'
import type { GraphQLContext } from '../../operations/context.ts'
import { makeNotFoundError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { type Suggestion, suggest } from '../suggestion/suggest.ts'
import { makeNoTextError, textErrorMakersByModelFailure } from './failures.ts'
import type { TextChangeRequest } from './input.ts'
import { changedTextAnswerSchema, makeTextChangeMessages, type TextPlace } from './prompt.ts'

/** @throws ApiError `forbidden` without the scope `courses:read`, or `not_found` */
async function readPlace(context: GraphQLContext, lessonId: string): Promise<TextPlace> {
  assertAccess('courses:read', context)
  const { sql } = context.db
  const workspaceId = context.workspaceId()
  const [lesson] = isUuid(lessonId) ? await readTreeNodesByIds(sql, 'lesson', workspaceId, [lessonId]) : []
  const [course] = lesson ? await readCoursesByIds(sql, workspaceId, [lesson.courseId]) : []
  if (!lesson || !course) throw makeNotFoundError('Lesson')
  return { lesson: lesson.name, course: course.name }
}

/** On first use, loads the parser of Markdown, which would slow down the start of the service. */
const loadReader = () => import('./answer.ts')

/**
 * Asks the language model to change a text.
 * @throws ApiError `forbidden`, `not_found`, `invalid_request`, `rate_limit_exceeded`, or with status 503
 */
export async function suggestText(context: GraphQLContext, request: TextChangeRequest): Promise<Suggestion> {
  const { lessonId, task, instruction } = request
  const place = lessonId === undefined ? undefined : await readPlace(context, lessonId)
  const { makeChangedTextReader } = await loadReader()
  return suggest(context, {
    type: 'text',
    prompt: instruction ?? null,
    makeQuestion: async () => ({
      messages: makeTextChangeMessages(request, place),
      schema: changedTextAnswerSchema,
    }),
    readText: makeChangedTextReader(request),
    makeExample: () => `Example of a changed text (task ${task}).`,
    errorMakers: textErrorMakersByModelFailure,
    makeUnusableAnswerError: makeNoTextError,
  })
}
