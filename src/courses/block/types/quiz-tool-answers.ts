import { isJsonObject, type JsonObject } from '../../../operations/json-object.ts'
import { readPairs } from '../quiz/question-types/pairs.ts'

/**
 * For each question type, a function that converts the only entry of an MCP answer list, such as `["true"]`, to the
 * stored answer.
 */
const answerFromOnlyText: Readonly<Record<string, (only: unknown) => unknown>> = {
  single_choice: (only) => only,
  true_false: (only) => (only === 'true' || only === 'false' ? only === 'true' : only),
  short_text: (only) => only,
  numeric: (only) =>
    typeof only === 'string' && only.trim() !== '' && !Number.isNaN(Number(only)) ? Number(only) : only,
}

/** Converts pairs such as `g1=Paris` to an object. A gap that comes several times has several right texts. */
function convertPairs(answer: unknown): unknown {
  const pairs = readPairs([answer].flat())
  if (!pairs) return answer
  const byName = Map.groupBy(pairs, ([name]) => String(name))
  return Object.fromEntries(
    [...byName].map(([name, all]) => [name, all.length === 1 ? all[0]![1] : all.map(([, value]) => value)]),
  )
}

function convertQuestion(question: unknown): unknown {
  if (!isJsonObject(question)) return question
  const { type, answer } = question
  if ((type === 'matching' || type === 'cloze') && (typeof answer === 'string' || Array.isArray(answer)))
    return { ...question, answer: convertPairs(answer) }
  if (type === 'multiple_choice') return typeof answer === 'string' ? { ...question, answer: [answer] } : question
  const convert =
    typeof type === 'string' && Object.hasOwn(answerFromOnlyText, type) ? answerFromOnlyText[type] : undefined
  const texts = Array.isArray(answer) ? answer : [answer]
  return convert && texts.length === 1 && answer !== undefined ? { ...question, answer: convert(texts[0]) } : question
}

/**
 * Converts the quiz answers in an MCP tool call, which are lists of texts, to the stored form: ids, a boolean, a number, a
 * text, or pairs. Each answer is a list, because some language models allow only one type for a property.
 */
export const convertToolQuizToStoredForm = (content: JsonObject): JsonObject =>
  Array.isArray(content.questions) ? { ...content, questions: content.questions.map(convertQuestion) } : content
