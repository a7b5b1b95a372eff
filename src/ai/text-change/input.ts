import { z } from 'zod'
import { clearableLanguageTagSchema, makeNonBlankTextSchema } from '../../operations/validation.ts'
import { makeInvalidRequestError } from '../../platform/errors.ts'
import { canonicalizeLanguageTag } from '../../platform/language-tag.ts'
import { findTextProblem, maxTextChars } from '../clean/limits.ts'

/** What the model does with a text. */
export const textTasks = ['rewrite', 'shorten', 'simplify', 'translate', 'custom'] as const
export type TextTask = (typeof textTasks)[number]

/** The maximum length of an author's own instruction, in characters. */
export const maxInstructionChars = 500

export const textChangeInputSchema = z.object({
  text: makeNonBlankTextSchema(maxTextChars),
  task: z.enum(textTasks),
  instruction: makeNonBlankTextSchema(maxInstructionChars).nullish(),
  language: clearableLanguageTagSchema.nullish(),
  lessonId: z.string().nullish(),
})

/** A client's request to change a text. The language of the answer is a BCP 47 tag, by default that of the text. */
export type TextChangeRequest = {
  text: string
  task: TextTask
  instruction?: string
  language?: string
  lessonId?: string
}

/** The field that a task needs. */
const neededFields: Partial<Record<TextTask, 'language' | 'instruction'>> = {
  translate: 'language',
  custom: 'instruction',
}

/**
 * Checks that the task has the field that it needs, and that the text can be read in little time.
 * @throws ApiError `invalid_request`
 */
export function parseTextChangeRequest(input: z.infer<typeof textChangeInputSchema>): TextChangeRequest {
  const { text, task, instruction, language, lessonId } = input
  const problem = findTextProblem(text)
  if (problem) throw makeInvalidRequestError([{ path: 'text', message: problem }])
  const needed = neededFields[task]
  if (needed && !input[needed])
    throw makeInvalidRequestError([{ path: needed, message: `is required for task ${task}` }])
  return {
    text,
    task,
    ...(instruction && { instruction }),
    ...(language && { language: canonicalizeLanguageTag(language) ?? language }),
    ...(lessonId != null && { lessonId }),
  }
}
