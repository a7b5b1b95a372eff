import { type BlockType, blockTypeDefinitionByName } from '../courses/block/types.ts'
import { courseRecordDefinition } from '../courses/records/course.ts'
import { lessonRecordDefinition } from '../courses/records/lesson.ts'
import { moduleRecordDefinition } from '../courses/records/module.ts'
import type { JsonSchema } from '../operations/json-schema.ts'
import { makeGeneratedFieldSchemas } from './generated-fields.ts'
import type { ContentGenerationRequest } from './generation-request.ts'
import { listRequiredPropertyPaths, makeStrictBlockSchema, makeStrictObjectSchema } from './strict-schema.ts'

const list = (items: JsonSchema, maxItems: number): JsonSchema => ({ type: 'array', items, maxItems })

/** A generated outline has at most this many modules, and each module has at most this many lessons. */
export const maxEntriesPerOutlineList = 12

const blockSchema = (type: BlockType, allowedUrls: readonly string[]): JsonSchema =>
  makeStrictObjectSchema({
    type: { type: 'string', enum: [type] },
    content: makeStrictBlockSchema(
      blockTypeDefinitionByName[type].schema,
      listRequiredPropertyPaths(type),
      allowedUrls,
      blockTypeDefinitionByName[type].generation.omitted,
    ),
  })

function outlineSchema(): JsonSchema {
  const lessons = list(
    makeStrictObjectSchema(makeGeneratedFieldSchemas(lessonRecordDefinition)),
    maxEntriesPerOutlineList,
  )
  const modules = list(
    makeStrictObjectSchema({ ...makeGeneratedFieldSchemas(moduleRecordDefinition), lessons }),
    maxEntriesPerOutlineList,
  )
  return makeStrictObjectSchema({ ...makeGeneratedFieldSchemas(courseRecordDefinition), modules })
}

/** Makes the JSON Schema of the model's answer from the field definitions and the block types. */
export function makeModelOutputJsonSchema({
  type,
  blockTypes,
  maxBlocks,
  allowedUrls,
}: ContentGenerationRequest): JsonSchema {
  if (type === 'outline') return outlineSchema()
  const blocks = list({ anyOf: blockTypes.map((one) => blockSchema(one, allowedUrls)) }, maxBlocks)
  return makeStrictObjectSchema(
    type === 'lesson' ? { ...makeGeneratedFieldSchemas(lessonRecordDefinition), blocks } : { blocks },
  )
}
