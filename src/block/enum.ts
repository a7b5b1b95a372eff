import { builder } from '../builder.ts'
import { type BlockType, blockTypes, kinds } from './kinds.ts'

export const blockTypeRef = builder.enumType('BlockType', {
  description: 'The type of a content block.',
  values: Object.fromEntries(blockTypes.map((type) => [type, { description: kinds[type].description }])) as Record<
    BlockType,
    { description: string }
  >,
})
