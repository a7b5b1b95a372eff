import { z } from 'zod'
import { courseRecordDefinition } from '../records/course.ts'
import { courseSettingsDefinition } from '../records/course-settings.ts'
import { keySchema } from '../records/key.ts'
import { newTreeModuleInputListSchema } from '../tree/input-schemas.ts'

export const newCourseSchema = z.object({
  key: keySchema.nullish(),
  ...courseRecordDefinition.createShape,
  // Every setting has a default, so all settings are optional, as in a request that changes a course.
  ...courseSettingsDefinition.updateShape,
  published: z.boolean().nullish(),
  modules: newTreeModuleInputListSchema,
})
