import { type BlockType, blockTypeNames } from '../../courses/block/types.ts'
import type { ParsedText } from '../model/block-texts.ts'
import type { BlockProblem, LessonCheck } from '../model/check.ts'
import type { ParsedBlock } from '../model/parsed-lesson.ts'

/** The maximum number of problems that one check reports for one block. */
const maxProblemsPerBlock = 50

type BlockCheck = Omit<LessonCheck, 'find' | 'types'> & {
  types: readonly BlockType[]
  findInBlock(block: ParsedBlock): Iterable<BlockProblem>
}

/** Defines a check that reads each block separately. */
export function defineBlockCheck({ findInBlock, ...check }: BlockCheck): LessonCheck {
  const isChecked = ({ type }: ParsedBlock) => check.types.includes(type)
  return {
    ...check,
    readsOneRecord: true,
    *find({ blocks }) {
      for (const block of blocks.filter(isChecked)) {
        let count = 0
        for (const problem of findInBlock(block)) {
          yield { kind: 'block', nodeId: block.id, ...problem }
          if (++count >= maxProblemsPerBlock) break
        }
        yield undefined
      }
    },
  }
}

type TextCheck = Omit<BlockCheck, 'findInBlock' | 'types'> & {
  findInText(text: ParsedText, block: ParsedBlock): Iterable<Omit<BlockProblem, 'path'>>
}

/** The types of block that contain prose: all but source code. */
export const blockTypesWithProse: readonly BlockType[] = blockTypeNames.filter((type) => type !== 'code')

/** Defines a check that reads each text of a block separately. */
export const defineTextCheck = ({ findInText, ...check }: TextCheck): LessonCheck =>
  defineBlockCheck({
    ...check,
    types: blockTypesWithProse,
    *findInBlock(block) {
      for (const text of block.texts)
        for (const problem of findInText(text, block)) yield { path: text.path, ...problem }
    },
  })

const maxQuotedChars = 80

/** Returns a text in quotation marks for a message, cut to 80 characters. */
export function quoteForMessage(text: string): string {
  const line = text
    .slice(0, 2 * maxQuotedChars)
    .replace(/\s+/g, ' ')
    .trim()
  return `"${line.length > maxQuotedChars ? `${line.slice(0, maxQuotedChars).toWellFormed()}…` : line.toWellFormed()}"`
}
