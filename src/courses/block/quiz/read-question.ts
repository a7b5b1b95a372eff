import { isJsonObject, type JsonObject } from '../../../operations/json-object.ts'
import { getTextProperty } from '../definition/markdown.ts'
import { joinPath, makeMemberReader, type ReportUnread } from '../definition/reader.ts'
import { addDerivedOptionIds } from './derived-ids.ts'
import { type ReadAnswer, readAnswer } from './read-answer.ts'
import { type ReadOptions, readOptions } from './read-options.ts'
import { type QuestionType, questionJsonSchema } from './schema.ts'
import {
  indexNames,
  leavesNumberOfAnswersOpen,
  otherAnswerNames,
  questionSpellings,
  readQuestionType,
} from './spellings.ts'

const readMembers = makeMemberReader(questionJsonSchema, questionSpellings)

/** Some systems call the options `answers`. A list of plain texts with this name is the list of right answers. */
function nameOptions(question: JsonObject): JsonObject {
  const { answers, ...others } = question
  const areOptions =
    Array.isArray(answers) &&
    answers.length > 0 &&
    answers.every(isJsonObject) &&
    question.options == null &&
    questionSpellings.options!.read(answers, false) !== undefined
  return areOptions ? { ...others, options: answers } : question
}

const answerNames = ['answer', ...otherAnswerNames, ...indexNames]

/** Finds the member that contains the right answer. */
function findAnswer(question: JsonObject): { name: string; value: unknown } | undefined {
  const name = answerNames.find((one) => question[one] != null)
  return name === undefined ? undefined : { name, value: question[name] }
}

const objectsOf = (list: readonly unknown[]) => list.filter(isJsonObject)

/** Returns the right options of a question whose options are marked as right or not. */
const markedIds = (options: readonly JsonObject[], marked: readonly number[]) =>
  marked.flatMap((index) => options[index]?.id ?? [])

type Sent = { question: JsonObject; at: string; report: ReportUnread }

/** Returns the question with its right answer in the documented shape. */
function withAnswer(
  { question, at, report }: Sent,
  type: QuestionType | undefined,
  { list, marked, areNumbers }: ReadOptions,
): JsonObject {
  const areObjects = list.every(isJsonObject)
  const written = objectsOf(list)
  const options = addDerivedOptionIds(written)
  const answered = findAnswer(question)
  const place = (read: ReadAnswer, others: JsonObject): JsonObject => ({
    ...others,
    ...(type !== read.type && { type: read.type }),
    ...(!read.namesOptionsById && areObjects && options !== written && { options }),
    answer: read.answer,
  })
  if (answered) {
    const { name, value } = answered
    const writtenIds = new Set(written.map(({ id }) => id).filter((id) => id !== ''))
    const read = readAnswer({ type, options, writtenIds, areNumbers }, value, indexNames.includes(name))
    if (!read) {
      // A documented answer without options is unfinished.
      if (name !== 'answer' || options.length > 0)
        report(joinPath(at, name), 'does not name an option, or does not fit the question')
      return question
    }
    if (name === 'answer' && read.answer === value && (read.type === type || type === undefined)) return question
    const { [name]: _sent, ...others } = question
    return place(read, others)
  }
  if (!marked) return question
  // The learner writes the answer of this question, so its right options are right texts.
  if (type === 'short_text')
    return { ...question, answer: marked.map((index) => getTextProperty(written[index]!, 'text')) }
  const ids = markedIds(options, marked)
  if (ids.length === 0) return question
  const read = type === 'multiple_choice' || ids.length > 1 ? ids : ids[0]
  return place(
    { type: Array.isArray(read) ? 'multiple_choice' : 'single_choice', answer: read, namesOptionsById: false },
    question,
  )
}

const noOptions: ReadOptions = { list: [], marked: undefined, areNumbers: false }

/** Reads a question. Returns the same object if the question already has the documented shape. */
export function readQuestion(sent: JsonObject, at: string, report: ReportUnread): JsonObject {
  const members = readMembers(nameOptions(sent), at, report)
  const isOpen = leavesNumberOfAnswersOpen(members.type)
  const answers = findAnswer(members)?.value
  const openType = Array.isArray(answers) ? 'multiple_choice' : undefined
  const type = isOpen ? openType : readQuestionType(members.type)
  const { type: _open, ...others } = members
  const typed = isOpen ? { ...others, ...(type && { type }) } : members
  if (!Array.isArray(typed.options)) return withAnswer({ question: typed, at, report }, type, noOptions)
  const options = readOptions(typed.options, joinPath(at, 'options'), report)
  const question = options.list === typed.options ? typed : { ...typed, options: options.list }
  return withAnswer({ question, at, report }, type, options)
}
