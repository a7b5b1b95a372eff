import { getObjectListProperty, getTextProperty } from '../../courses/block/definition/markdown.ts'
import { listGapIds } from '../../courses/block/quiz/gaps.ts'
import { readGaps } from '../../courses/block/quiz/lists.ts'
import { foldAnswerText } from '../../courses/block/quiz/question-types/fold-answer.ts'
import { listRightTexts } from '../../courses/block/quiz/question-types/texts.ts'
import { questionTypeDefinitionByName } from '../../courses/block/quiz/question-types.ts'
import { readQuestionType } from '../../courses/block/quiz/spellings.ts'
import { isJsonObject, type JsonObject } from '../../operations/json-object.ts'
import { escapeJsonPointer } from '../model/block-texts.ts'
import type { BlockProblem } from '../model/check.ts'
import { quoteForMessage } from './define.ts'
import { isRightAnswerMissing } from './quiz-answers.ts'
import type { QuestionWithPath } from './quiz-question.ts'

const singular = { options: 'option', targets: 'target' } as const

/** Finds a list of options or targets that is too short to choose from. */
export function* findTooShortLists({ question, path, number }: QuestionWithPath): Iterable<BlockProblem> {
  const type = readQuestionType(question.type)
  const least = type === undefined ? {} : questionTypeDefinitionByName[type].least
  for (const list of ['options', 'targets'] as const) {
    const { length } = getObjectListProperty(question, list)
    if (length >= (least[list] ?? 0)) continue
    const what = length === 0 ? `no ${list}` : `only one ${singular[list]}`
    const words = least[list] === 1 ? 'at least one' : 'at least two'
    yield { path: `${path}/${list}`, message: `Question ${number} has ${what}. Add ${words}.` }
  }
}

const promptOf = (question: JsonObject) => getTextProperty(question, 'prompt')
const isCloze = ({ type }: JsonObject) => type === 'cloze'

export function* findClozeWithoutGaps({ question, path, number }: QuestionWithPath): Iterable<BlockProblem> {
  if (isCloze(question) && listGapIds(promptOf(question)).length === 0)
    yield {
      path: `${path}/prompt`,
      message: `The prompt of question ${number} has no gap. Write one, such as {{g1}}.`,
    }
}

type WrittenGap = { gap: JsonObject; id: string; path: string }

/** Returns the gaps in the list of a cloze question. */
function writtenGaps({ question, path }: QuestionWithPath): WrittenGap[] {
  return getObjectListProperty(question, 'gaps').flatMap((gap, index) =>
    isJsonObject(gap) && typeof gap.id === 'string' ? [{ gap, id: gap.id, path: `${path}/gaps/${index}` }] : [],
  )
}

export function* findGapsOutsidePrompt(placed: QuestionWithPath): Iterable<BlockProblem> {
  const { question, number } = placed
  if (!isCloze(question)) return
  const inPrompt = new Set(listGapIds(promptOf(question)))
  // Without any gap in the prompt, `cloze_without_gaps` reports the prompt.
  if (inPrompt.size === 0) return
  const { answer } = question
  for (const { id, path } of writtenGaps(placed))
    if (!inPrompt.has(id))
      yield {
        path,
        message: `The prompt of question ${number} does not name the gap ${quoteForMessage(id)}. Write {{${id}}} into it, or remove the gap.`,
        fix: {
          description: 'Removes the gap and its right answer.',
          edits: [
            { path },
            ...(isJsonObject(answer) && Object.hasOwn(answer, id)
              ? [{ path: `${placed.path}/answer/${escapeJsonPointer(id)}` }]
              : []),
          ],
        },
      }
}

export function* findGapsWithoutAnswer({ question, path, number }: QuestionWithPath): Iterable<BlockProblem> {
  if (!isCloze(question) || isRightAnswerMissing(question)) return
  const answer = isJsonObject(question.answer) ? question.answer : {}
  for (const { id } of readGaps(question))
    if (typeof id === 'string' && listRightTexts(answer[id]).length === 0)
      yield {
        path: `${path}/answer`,
        message: `The gap ${quoteForMessage(id)} of question ${number} has no right answer. Write its text into answer.`,
      }
}

const plain = { caseSensitive: false, accentSensitive: false, language: null }

export function* findGapsWithoutRightOption(placed: QuestionWithPath): Iterable<BlockProblem> {
  const { question, number } = placed
  if (!isCloze(question) || !isJsonObject(question.answer)) return
  for (const { gap, id, path } of writtenGaps(placed)) {
    const options: unknown[] = Array.isArray(gap.options) ? gap.options : []
    const right = listRightTexts(question.answer[id])
    const folded = new Set(right.map((text) => foldAnswerText(text, plain)))
    const isOffered = options.some((option) => typeof option === 'string' && folded.has(foldAnswerText(option, plain)))
    if (options.length > 0 && right.length > 0 && !isOffered)
      yield {
        path: `${path}/options`,
        message: `None of the options of the gap ${quoteForMessage(id)} of question ${number} is right. Add ${quoteForMessage(right[0]!)}.`,
        fix: {
          description: 'Adds the right text to the options of the gap.',
          edits: [{ path: `${path}/options`, value: [...options, right[0]] }],
        },
      }
  }
}

export function* findIncompleteOrder({ question, path, number }: QuestionWithPath): Iterable<BlockProblem> {
  const { type, answer } = question
  if (type !== 'ordering' || !Array.isArray(answer) || isRightAnswerMissing(question)) return
  const missing = getObjectListProperty(question, 'options').length - new Set(answer).size
  if (missing > 0)
    yield {
      path: `${path}/answer`,
      message: `The right order of question ${number} lacks ${missing === 1 ? 'one option' : `${missing} options`}. Write the ids of all options.`,
    }
}
