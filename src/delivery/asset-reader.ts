import type { AssetReader } from '../assets/block-fields.ts'
import type { ReleaseBlock, ReleaseLesson } from '../releases/content/outline.ts'

/** Who reads a block of a response. Each response has objects of its own. */
const readers = new WeakMap<ReleaseBlock, AssetReader>()

/** Notes for whom a lesson was read, so that its blocks can tell the addresses of their files. */
export function noteAssetReader(lesson: ReleaseLesson, reader: AssetReader): ReleaseLesson {
  for (const block of lesson.blocks) readers.set(block, reader)
  return lesson
}

export const getAssetReader = (block: ReleaseBlock): AssetReader => readers.get(block)!
