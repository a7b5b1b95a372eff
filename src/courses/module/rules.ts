import { z } from 'zod'
import { makeOptionalNotNullSchema, positionSchema } from '../../operations/validation.ts'
import { keySchema } from '../records/key.ts'
import { moduleRecordDefinition } from '../records/module.ts'

export const newModuleSchema = z.object({
  key: keySchema.nullish(),
  ...moduleRecordDefinition.createShape,
  order: positionSchema.nullish(),
})

export const moduleChangeSchema = z.object({
  key: keySchema.nullish(),
  ...moduleRecordDefinition.updateShape,
  order: makeOptionalNotNullSchema(positionSchema),
})
