import type { BlockTypeDefinition } from './definition/block-type.ts'
import { codeBlockType } from './types/code.ts'
import { imageBlockType } from './types/image.ts'
import { interactiveBlockType } from './types/interactive.ts'
import { quizBlockType } from './types/quiz.ts'
import { textBlockType } from './types/text.ts'
import { videoBlockType } from './types/video.ts'

const definitions = {
  text: textBlockType,
  image: imageBlockType,
  video: videoBlockType,
  quiz: quizBlockType,
  code: codeBlockType,
  interactive: interactiveBlockType,
} satisfies Record<string, BlockTypeDefinition>

export type BlockType = keyof typeof definitions

/** The definitions of all block types. To add a block type, write a file in `block/types` and list it here. */
export const blockTypeDefinitionByName: Readonly<Record<BlockType, BlockTypeDefinition>> = definitions

export const blockTypes = Object.keys(blockTypeDefinitionByName) as BlockType[]
