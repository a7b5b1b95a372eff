import { isJsonObject, type JsonObject } from '../../../operations/json-object.ts'

/**
 * For each question type with a single answer, a function that converts the answer to its stored form. An MCP tool
 * receives the answer as a list with one entry, such as `["true"]`. The argument `only` is this entry.
 */
const answerFromOnlyText: Readonly<Record<string, (only: unknown) => unknown>> = {
  single_choice: (only) => only,
  true_false: (only) => (only === 'true' || only === 'false' ? only === 'true' : only),
  short_text: (only) => only,
}

function convertQuestion(question: unknown): unknown {
  if (!isJsonObject(question)) return question
  const { type, answer } = question
  if (type === 'multiple_choice') return typeof answer === 'string' ? { ...question, answer: [answer] } : question
  const convert =
    typeof type === 'string' && Object.hasOwn(answerFromOnlyText, type) ? answerFromOnlyText[type] : undefined
  const texts = Array.isArray(answer) ? answer : [answer]
  return convert && texts.length === 1 && answer !== undefined ? { ...question, answer: convert(texts[0]) } : question
}

/**
 * Converts the quiz answers that an MCP tool receives to their stored form. The schema of the tool declares each answer
 * as a list of texts, because some language models support only one type for each property. Answers that already have
 * the stored form stay unchanged.
 */
export const convertToolQuizToStoredForm = (content: JsonObject): JsonObject =>
  Array.isArray(content.questions) ? { ...content, questions: content.questions.map(convertQuestion) } : content
