import { z } from 'zod'
import type { JsonObject } from '../../operations/json-object.ts'
import { makeOptionalNotNullSchema, makeTextSchema, positionSchema } from '../../operations/validation.ts'
import { keySchema } from '../records/key.ts'
import { maxContentBytes } from './content.ts'
import { blockTypeNames } from './types.ts'

const type = z.enum(blockTypeNames)
const content = z.custom<JsonObject>()
const key = keySchema.nullish()

export const newBlockSchema = z.object({ key, type, content, order: positionSchema.nullish() })
/** A text with at most as many characters as a content may have bytes. */
const text = makeTextSchema(maxContentBytes)

export const blockSplitSchema = z.object({ text, newText: text })
export const blockJoinSchema = z.object({ nextId: z.string(), nextVersion: z.int().nullish(), text })
export const blockChangeSchema = z.object({
  key,
  type: makeOptionalNotNullSchema(type),
  content: makeOptionalNotNullSchema(content),
  order: makeOptionalNotNullSchema(positionSchema),
})
