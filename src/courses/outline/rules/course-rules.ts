import { z } from 'zod'
import { makeOptionalNotNullSchema } from '../../../operations/validation.ts'
import { courseRecordDefinition } from '../../records/course.ts'
import { courseSettingsDefinition } from '../../records/course-settings.ts'
import { keySchema } from '../../records/key.ts'

export const courseChangeSchema = z.object({
  key: keySchema.nullish(),
  ...courseRecordDefinition.updateShape,
  ...courseSettingsDefinition.updateShape,
  published: makeOptionalNotNullSchema(z.boolean()),
})
