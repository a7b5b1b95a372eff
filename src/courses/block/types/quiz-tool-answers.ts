import { isJsonObject, type JsonObject } from '../../../operations/json-object.ts'

/**
 * For each question type, a function that converts the only entry of an MCP answer list, such as `["true"]`, to the
 * stored answer.
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
 * Converts the quiz answers in an MCP tool call, which are lists of texts, to the stored form. Each answer is a list,
 * because some language models allow only one type for a property.
 */
export const convertToolQuizToStoredForm = (content: JsonObject): JsonObject =>
  Array.isArray(content.questions) ? { ...content, questions: content.questions.map(convertQuestion) } : content
