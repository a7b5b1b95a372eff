import type { BlockType } from '../../src/block/kinds.ts'
import type { Prisma } from '../../src/db/generated/prisma/client.ts'

/** A part of the sample course, as an author would write it down; positions follow from the lists. */
export type SampleBlock = { type: BlockType; content: Prisma.InputJsonObject }
export type SampleLesson = { name: string; description: string; blocks: SampleBlock[] }
export type SampleModule = { name: string; description: string; lessons: SampleLesson[] }
