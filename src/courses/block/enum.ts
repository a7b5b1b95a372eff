import { builder } from '../../operations/builder.ts'
import { type BlockType, blockTypeDefinitionByName, blockTypeNames } from './types.ts'

export const blockTypeRef = builder.enumType('BlockType', {
  description: 'The type of a content block.',
  values: Object.fromEntries(
    blockTypeNames.map((type) => [type, { description: blockTypeDefinitionByName[type].description }]),
  ) as Record<BlockType, { description: string }>,
})
