import type { BlockType } from '../courses/block/types.ts'
import type { Prisma } from '../platform/db/generated/prisma/client.ts'

/** The records of the sample course. The order of a list sets the positions of its records. */
export type SampleBlock = { type: BlockType; content: Prisma.InputJsonObject }
export type SampleLesson = { name: string; description: string; blocks: SampleBlock[] }
export type SampleModule = { name: string; description: string; lessons: SampleLesson[] }
