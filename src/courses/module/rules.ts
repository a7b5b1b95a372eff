import { z } from 'zod'
import { makeNotNullSchema, positionSchema } from '../../operations/validation.ts'
import { moduleRecordDefinition } from '../records/module.ts'

export const newModuleSchema = z.object({ ...moduleRecordDefinition.newRules, order: positionSchema.nullish() })

export const moduleChangeSchema = z.object({
  ...moduleRecordDefinition.changeRules,
  order: makeNotNullSchema(positionSchema),
})
