import type { BlockTypeDefinition } from './definition/block-type.ts'
import { codeBlockTypeDefinition } from './types/code.ts'
import { imageBlockTypeDefinition } from './types/image.ts'
import { interactiveBlockTypeDefinition } from './types/interactive.ts'
import { quizBlockTypeDefinition } from './types/quiz.ts'
import { textBlockTypeDefinition } from './types/text.ts'
import { videoBlockTypeDefinition } from './types/video.ts'

const definitions = {
  text: textBlockTypeDefinition,
  image: imageBlockTypeDefinition,
  video: videoBlockTypeDefinition,
  quiz: quizBlockTypeDefinition,
  code: codeBlockTypeDefinition,
  interactive: interactiveBlockTypeDefinition,
} satisfies Record<string, BlockTypeDefinition>

/** The name of a block type, such as `text` or `quiz`. */
export type BlockType = keyof typeof definitions

/**
 * The definitions of all block types. To add a block type, write a file in `block/types` and list the block type in
 * this file.
 */
export const blockTypeDefinitionByName: Readonly<Record<BlockType, BlockTypeDefinition>> = definitions

/** The names of all block types, in the order in which the API lists them. */
export const blockTypeNames = Object.keys(blockTypeDefinitionByName) as BlockType[]
