import { listGaps } from '../../../../../courses/block/quiz/gaps.ts'
import {
  type BlockContent,
  getObjectListProperty,
  getStringProperty,
  isJsonObject,
} from '../../block-content/content.ts'

const rightTextsOf = ({ answer }: BlockContent): BlockContent => (isJsonObject(answer) ? answer : {})

/** Returns the gaps of a `cloze` question: those of the prompt in its order, and then those that it no longer has. */
export function readGaps(question: BlockContent): BlockContent[] {
  const gaps = listGaps(getStringProperty(question, 'prompt'), getObjectListProperty(question, 'gaps'))
  const ids = new Set(gaps.map(({ id }) => id))
  const others = Object.keys(rightTextsOf(question)).filter((id) => !ids.has(id))
  return [...gaps, ...others.map((id) => ({ id }))]
}

/** Returns the right text of a gap, or the list of its right texts. */
export const getRightTexts = (question: BlockContent, id: string): unknown => rightTextsOf(question)[id]

const omitBlank = (members: BlockContent) => {
  const filled = Object.entries(members).filter(([, value]) => value !== undefined)
  return filled.length > 0 ? Object.fromEntries(filled) : undefined
}

/** Returns the question with other right texts for a gap. Undefined removes them. */
export function replaceRightTexts(question: BlockContent, id: string, texts: unknown): BlockContent {
  // A gap in the list may be missing in the prompt, as it is while the author writes.
  const gaps = readGaps(question)
  return { ...question, gaps, answer: omitBlank({ ...rightTextsOf(question), [id]: texts }) }
}

/** Returns the question with other texts to choose from for a gap. Undefined removes them. */
export const replaceChoices = (question: BlockContent, id: string, options: unknown): BlockContent => ({
  ...question,
  gaps: readGaps(question).map((gap) => (gap.id === id ? { ...gap, options } : gap)),
})

/** Returns the question without a gap that its prompt does not have. */
export const removeGap = (question: BlockContent, id: string): BlockContent => ({
  ...replaceRightTexts(question, id, undefined),
  gaps: readGaps(question).filter((gap) => gap.id !== id),
})

/** Returns the question with a new gap at the end of its prompt. */
export function addGap(question: BlockContent): BlockContent {
  const ids = new Set(readGaps(question).map(({ id }) => id))
  let number = ids.size + 1
  while (ids.has(`g${number}`)) number += 1
  const prompt = getStringProperty(question, 'prompt')
  return { ...question, prompt: `${prompt}${prompt === '' || /\s$/.test(prompt) ? '' : ' '}{{g${number}}}` }
}
