import { getObjectListProperty, getTextProperty } from '../../courses/block/definition/markdown.ts'
import { isJsonObject, type JsonObject } from '../../operations/json-object.ts'
import { normalizeText } from '../../platform/normalize-text.ts'
import type { BlockProblem } from '../model/check.ts'
import { quoteForMessage } from './define.ts'
import type { QuestionWithPath } from './quiz-question.ts'

type Option = { index: number; text: string; isRight: boolean }

function optionsOf(question: JsonObject): Option[] {
  const { answer } = question
  const right = new Set<unknown>(isJsonObject(answer) ? Object.keys(answer) : [answer].flat())
  return getObjectListProperty(question, 'options').flatMap((option, index) =>
    typeof option === 'object' && option !== null
      ? [
          {
            index,
            text: getTextProperty(option, 'text').trim(),
            isRight: right.has(option.id) && option.id !== undefined,
          },
        ]
      : [],
  )
}

/**
 * Finds options of a question that have the same text. The fix deletes one of the two options, but never a right
 * answer.
 */
export function* findEqualOptions({ question, path, number }: QuestionWithPath): Iterable<BlockProblem> {
  const first = new Map<string, Option>()
  for (const option of optionsOf(question)) {
    const text = normalizeText(option.text, 'NFC')
    const other = text === '' ? undefined : first.get(text)
    if (text !== '' && !other) first.set(text, option)
    if (!other) continue
    const deleted = [option, other].find(({ isRight }) => !isRight)
    yield {
      path: `${path}/options/${option.index}`,
      message: `Question ${number} has the option ${quoteForMessage(text)} twice. Change or delete one.`,
      ...(deleted && {
        fix: {
          description: 'Deletes one of the two equal options, but never a right answer.',
          edits: [{ path: `${path}/options/${deleted.index}` }],
        },
      }),
    }
  }
}

const minLongChars = 40
const longRatio = 1.8

/** Finds a question whose only right option is much longer than every other option. */
export function* findTooLongRightOption({ question, path, number }: QuestionWithPath): Iterable<BlockProblem> {
  const options = optionsOf(question)
  const right = options.filter(({ isRight }) => isRight)
  const [one] = right
  if (!one || right.length > 1 || options.length < 2) return
  const longest = options.reduce((max, { text, isRight }) => (isRight ? max : Math.max(max, text.length)), 0)
  if (one.text.length >= minLongChars && one.text.length >= longRatio * longest)
    yield {
      path: `${path}/options/${one.index}/text`,
      message: `The right option of question ${number} has ${one.text.length} characters, the longest other has ${longest}. Make them alike.`,
    }
}
