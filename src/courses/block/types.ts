import type { BlockTypeDefinition } from './definition/block-type.ts'
import { code } from './types/code.ts'
import { image } from './types/image.ts'
import { interactive } from './types/interactive.ts'
import { quiz } from './types/quiz.ts'
import { text } from './types/text.ts'
import { video } from './types/video.ts'

const definitions = { text, image, video, quiz, code, interactive } satisfies Record<string, BlockTypeDefinition>

export type BlockType = keyof typeof definitions

/** The definitions of all block types. To add a block type, write a file in `block/types` and list it here. */
export const blockTypeTable: Readonly<Record<BlockType, BlockTypeDefinition>> = definitions

export const blockTypes = Object.keys(blockTypeTable) as BlockType[]
