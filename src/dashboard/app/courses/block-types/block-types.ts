import { blockTypeDescriptions } from '../../generated/descriptions.ts'
import type { BlockType } from '../../generated/operations.ts'
import type { BlockTypeDefinition } from '../block-content/block-type.ts'
import { type BlockContent, type BlockTypeAndContent, getStringProperty } from '../block-content/content.ts'
import { codeBlockTypeDefinition } from './code/code.ts'
import { imageBlockTypeDefinition } from './image/image.ts'
import { interactiveBlockTypeDefinition } from './interactive/interactive.ts'
import { quizBlockTypeDefinition } from './quiz/quiz.ts'
import { textBlockTypeDefinition } from './text/text.ts'
import { videoBlockTypeDefinition } from './video/video.ts'

/** The definitions of the block types, in the order of the menu from which an author adds a block. */
export const blockTypeDefinitions: Record<BlockType, BlockTypeDefinition> = {
  text: textBlockTypeDefinition,
  image: imageBlockTypeDefinition,
  video: videoBlockTypeDefinition,
  quiz: quizBlockTypeDefinition,
  code: codeBlockTypeDefinition,
  interactive: interactiveBlockTypeDefinition,
}

export const blockTypesInMenuOrder = Object.keys(blockTypeDefinitions) as BlockType[]

/** Returns the name of a block type with a capital letter: `Text`. */
export const getBlockTypeLabel = (type: BlockType): string => type.charAt(0).toUpperCase() + type.slice(1)

/** Returns the API's description of a block type. */
export const getBlockTypeDescription = (type: BlockType): string => blockTypeDescriptions[type]

const maxSummaryChars = 80

/** Returns the title of a block, such as `Text: Photosynthesis`: the block type, and the title or the
 * first line of the summary. */
export function makeBlockTitle(type: BlockType, content: BlockContent): string {
  const text = getStringProperty(content, 'title') || blockTypeDefinitions[type].summarize(content)
  const summary = text.split('\n')[0]!.trim().slice(0, maxSummaryChars)
  return summary ? `${getBlockTypeLabel(type)}: ${summary}` : getBlockTypeLabel(type)
}

/** Converts the content of a block to text for the clipboard. */
export const formatBlockForClipboard = ({ type, content }: BlockTypeAndContent): string =>
  blockTypeDefinitions[type].toText?.(content) ?? JSON.stringify(content, null, 2)
