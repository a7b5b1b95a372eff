import { z } from 'zod'
import type { JsonObject } from '../../operations/json-object.ts'
import { makeOptionalNotNullSchema, positionSchema } from '../../operations/validation.ts'
import { keySchema } from '../records/key.ts'
import { blockTypeNames } from './types.ts'

const type = z.enum(blockTypeNames)
const content = z.custom<JsonObject>()
const key = keySchema.nullish()

export const newBlockSchema = z.object({ key, type, content, order: positionSchema.nullish() })
export const blockChangeSchema = z.object({
  key,
  type: makeOptionalNotNullSchema(type),
  content: makeOptionalNotNullSchema(content),
  order: makeOptionalNotNullSchema(positionSchema),
})
