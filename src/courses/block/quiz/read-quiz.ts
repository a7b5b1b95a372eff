import { isJsonObject, type JsonObject } from '../../../operations/json-object.ts'
import {
  getDeclaredNames,
  makeMemberReader,
  numberSpelling,
  type ReportUnread,
  type Spellings,
  titleSpelling,
} from '../definition/reader.ts'
import { completeQuestion } from './complete.ts'
import { findQuestionContradictions } from './contradictions.ts'
import { readQuestion } from './read-question.ts'
import { questionJsonSchema, quizJsonSchema } from './schema.ts'
import { indexNames, otherAnswerNames, questionSpellings } from './spellings.ts'

export const quizSpellings: Spellings = {
  passingScore: numberSpelling('passing_score', 'passScore'),
  ...titleSpelling,
}

const readMembers = makeMemberReader(quizJsonSchema, quizSpellings)
const questionNames = getDeclaredNames(questionJsonSchema)

const isText = (value: unknown) => typeof value === 'string'

/** Returns whether the content of a quiz is one question instead of a list of questions. */
function isQuestion(content: JsonObject): boolean {
  const { prompt, text } = content
  const { prompt: prompts, options } = questionSpellings
  const names = prompts!.also.filter((name) => name !== 'text')
  if ([prompt, ...names.map((name) => content[name])].some(isText)) return true
  const others = ['options', ...options!.also, 'answer', ...otherAnswerNames, ...indexNames]
  return isText(text) && others.some((name) => content[name] != null)
}

/**
 * Reads the content of a quiz that is one question. No documented member is at this place, so a member that cannot be
 * read is reported, and stays where it is.
 */
function readOnlyQuestion(content: JsonObject, report: ReportUnread): JsonObject {
  const kept: JsonObject = {}
  const sent = Object.fromEntries(
    Object.entries(content).filter(([name, value]) => {
      const spelling = questionNames.has(name) ? questionSpellings[name] : undefined
      if (!spelling || value == null || spelling.read(value, false) !== undefined) return true
      report(name, `must be ${spelling.expected}`)
      kept[name] = value
      return false
    }),
  )
  const question: JsonObject = {}
  for (const [name, value] of Object.entries(readQuestion(sent, '', report)))
    (questionNames.has(name) ? question : kept)[name] = value
  for (const { path, message } of findQuestionContradictions(completeQuestion(question), '')) {
    const [, name] = path.split('.')
    if (question[name!] === undefined) continue
    // `readQuestion` has reported an answer that it cannot read.
    if (name !== 'answer') report(name!, message)
    kept[name!] = question[name!]
    delete question[name!]
  }
  return { ...kept, questions: [question] }
}

/** Reads the content of a quiz. Returns the same object if the content already has the documented shape. */
export function readQuizContent(content: JsonObject, report: ReportUnread): JsonObject {
  const members = readMembers(content, '', report)
  const { questions } = members
  if (questions === undefined) return isQuestion(members) ? readOnlyQuestion(members, report) : members
  if (!Array.isArray(questions)) return members
  let hasChanged = false
  const read = questions.map((question: unknown, index) => {
    if (!isJsonObject(question)) return question
    const one = readQuestion(question, `questions.${index}`, report)
    hasChanged ||= one !== question
    return one
  })
  return hasChanged ? { ...members, questions: read } : members
}
