import { isDeepStrictEqual } from 'node:util'
import { isJsonObject, type JsonObject } from '../../../operations/json-object.ts'
import { getObjectListProperty, getTextProperty } from '../definition/markdown.ts'
import { joinPath, makeMemberReader, type ReportUnread } from '../definition/reader.ts'
import { addEntryIds, readGap, readGaps, readPairsAsLists, readTarget } from './lists.ts'
import type { QuestionType } from './question-types/question-type-names.ts'
import { questionTypeDefinitionByName } from './question-types.ts'
import { type ReadAnswer, readAnswer } from './read-answer.ts'
import { type ReadOptions, readOptions } from './read-options.ts'
import { questionJsonSchema } from './schema.ts'
import {
  indexNames,
  leavesGapsOpen,
  leavesNumberOfAnswersOpen,
  orderNames,
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
function findAnswer(question: JsonObject, type?: QuestionType): { name: string; value: unknown } | undefined {
  const names = type === 'ordering' ? [...answerNames, ...orderNames] : answerNames
  const name = names.find((one) => question[one] != null)
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
  const options = addEntryIds(type, 'options', written)
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

/** Reads the targets and gaps of a question. `answers` are the right texts that gaps have, by the ids of the gaps. */
function readLists(question: JsonObject): { question: JsonObject; answers: JsonObject } {
  const { targets, gaps } = question
  const readTargets = Array.isArray(targets) ? targets.map(readTarget) : undefined
  const readGaps = Array.isArray(gaps) ? gaps.map(readGap) : undefined
  const hasChanged =
    readTargets?.some((target, index) => target !== (targets as unknown[])[index]) ||
    readGaps?.some(({ gap }, index) => gap !== (gaps as unknown[])[index])
  const answers = (readGaps ?? []).flatMap(({ gap: { id }, answer }): [string, unknown][] =>
    answer === undefined ? [] : [[String(id), answer]],
  )
  if (!hasChanged) return { question, answers: {} }
  const lists = {
    ...(readTargets && { targets: readTargets }),
    ...(readGaps && { gaps: readGaps.map(({ gap }) => gap) }),
  }
  return { question: { ...question, ...lists }, answers: Object.fromEntries(answers) }
}

/** Returns a question of a type that reads its answers itself, with its right answer in the documented shape. */
function withAnswerOfType({ question: sent, at, report }: Sent, type: QuestionType, options: ReadOptions): JsonObject {
  const { question, answers } = readLists(sent)
  const found = findAnswer(question, type)
  const answered = found ?? (Object.keys(answers).length > 0 ? { name: 'gaps', value: answers } : undefined)
  if (!answered) return question
  const { name, value } = answered
  const lists = {
    options: addEntryIds(type, 'options', objectsOf(options.list)),
    targets: addEntryIds(type, 'targets', getObjectListProperty(question, 'targets').filter(isJsonObject)),
    gaps: readGaps(question),
  }
  const { hasForm, readAnswer } = questionTypeDefinitionByName[type]
  const isDocumented = name === 'answer' && hasForm(value)
  const read = readAnswer!(value, { prompt: getTextProperty(question, 'prompt'), ...lists })
  if (read === undefined) {
    const isUnfinished = lists.options.length + lists.targets.length + lists.gaps.length === 0 && type !== 'numeric'
    if (!(name === 'answer' && isUnfinished))
      report(joinPath(at, name), 'does not name an option, or does not fit the question')
    return question
  }
  if (isDocumented && isDeepStrictEqual(read, value)) return question
  const { [name === 'gaps' ? '' : name]: _sent, ...others } = question
  const areObjects = (list: unknown) => Array.isArray(list) && list.every(isJsonObject)
  return {
    ...others,
    ...(areObjects(question.options) && { options: lists.options }),
    ...(areObjects(question.targets) && { targets: lists.targets }),
    answer: read,
  }
}

/** An essay has no right answer, so that a text in its place is a sample answer. */
function withSampleAnswer(question: JsonObject): JsonObject {
  const found = findAnswer(question)
  if (typeof found?.value !== 'string' || question.sampleAnswer !== undefined) return question
  const { [found.name]: sampleAnswer, ...others } = question
  return { ...others, sampleAnswer }
}

/** Returns the type of a question by the members that only questions of one type have. */
const findTypeOfLists = ({ targets, gaps }: JsonObject): QuestionType | undefined =>
  Array.isArray(targets) ? 'matching' : Array.isArray(gaps) ? 'cloze' : undefined

/** Reads the type of a question. Returns undefined if the question does not tell its type. */
function findType(question: JsonObject): QuestionType | undefined {
  const { type } = question
  if (leavesNumberOfAnswersOpen(type)) return Array.isArray(findAnswer(question)?.value) ? 'multiple_choice' : undefined
  if (leavesGapsOpen(type)) return readGaps(question).length > 0 ? 'cloze' : 'short_text'
  return type === undefined ? findTypeOfLists(question) : readQuestionType(type)
}

const noOptions: ReadOptions = { list: [], marked: undefined, areNumbers: false }

/** Reads a question. Returns the same object if the question already has the documented shape. */
export function readQuestion(sent: JsonObject, at: string, report: ReportUnread): JsonObject {
  const members = readMembers(nameOptions(readPairsAsLists(sent)), at, report)
  const type = findType(members)
  const { type: written, ...others } = members
  const isOpen = leavesNumberOfAnswersOpen(written) || leavesGapsOpen(written)
  const typed = isOpen || (written === undefined && type) ? { ...others, ...(type && { type }) } : members
  const options = Array.isArray(typed.options) ? readOptions(typed.options, joinPath(at, 'options'), report) : noOptions
  const question = options === noOptions || options.list === typed.options ? typed : { ...typed, options: options.list }
  if (type === 'essay') return withSampleAnswer(question)
  return type !== undefined && questionTypeDefinitionByName[type].readAnswer
    ? withAnswerOfType({ question, at, report }, type, options)
    : withAnswer({ question, at, report }, type, options)
}
