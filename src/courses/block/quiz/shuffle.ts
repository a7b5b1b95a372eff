import { createHash } from 'node:crypto'
import { isJsonObject, type JsonObject } from '../../../operations/json-object.ts'
import { questionTypeDefinitionByName } from './question-types.ts'
import { readQuestionType } from './spellings.ts'

/**
 * Sorts a list by a hash, so that its order does not depend on the order in which the author wrote it, and is the same at
 * each read.
 */
function shuffle<Entry>(entries: readonly Entry[], salt: unknown, toText: (entry: Entry) => unknown): Entry[] {
  const keyed = entries.map((entry) => ({
    entry,
    hash: createHash('sha256')
      .update(JSON.stringify([salt, toText(entry)]))
      .digest('hex'),
  }))
  return keyed
    .sort((one, other) => (one.hash < other.hash ? -1 : one.hash > other.hash ? 1 : 0))
    .map(({ entry }) => entry)
}

const shuffleObjects = (value: unknown, salt: unknown) =>
  Array.isArray(value)
    ? shuffle(value as unknown[], salt, (one) => (isJsonObject(one) ? [one.id, one.text] : one))
    : value

function shuffleQuestion(question: JsonObject): JsonObject {
  const type = readQuestionType(question.type)
  if (!type) return question
  const { shuffles, shows } = questionTypeDefinitionByName[type]
  const lists = question.shuffle === true ? shows : shuffles ? [shuffles] : []
  const shuffled = lists.flatMap((list): [string, unknown][] => {
    const value = question[list]
    if (value === undefined) return []
    // The gaps stay in the order of the prompt.
    if (list !== 'gaps') return [[list, shuffleObjects(value, question.id)]]
    const gaps = (value as JsonObject[]).map((gap) => ({
      ...gap,
      ...(gap.options !== undefined && { options: shuffleObjects(gap.options, [question.id, gap.id]) }),
    }))
    return [[list, gaps]]
  })
  return shuffled.length > 0 ? { ...question, ...Object.fromEntries(shuffled) } : question
}

/** Returns the content of a quiz with the lists in the order in which learners get them. The content is complete. */
export const shuffleQuizForLearners = (content: JsonObject): JsonObject =>
  Array.isArray(content.questions)
    ? { ...content, questions: content.questions.filter(isJsonObject).map(shuffleQuestion) }
    : content
