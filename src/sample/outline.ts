import type { BlockType } from '../courses/block/types.ts'
import type { Prisma } from '../platform/db/generated/prisma/client.ts'

/** A block of the sample course. Its index in the list of blocks is its position in the lesson. */
export type SampleBlock = { type: BlockType; content: Prisma.InputJsonObject }
export type SampleLesson = { name: string; description: string; blocks: SampleBlock[] }
export type SampleModule = { name: string; description: string; lessons: SampleLesson[] }
