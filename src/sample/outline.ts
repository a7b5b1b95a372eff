import type { BlockType } from '../courses/block/types.ts'
import type { Prisma } from '../platform/db/generated/prisma/client.ts'

/** A block of the sample course. The place of the block in its list is the position in the lesson. */
export type SampleBlock = { type: BlockType; content: Prisma.InputJsonObject }
export type SampleLesson = { name: string; description: string; blocks: SampleBlock[] }
export type SampleModule = { name: string; description: string; lessons: SampleLesson[] }
