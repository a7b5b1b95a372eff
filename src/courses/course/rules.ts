import { z } from 'zod'
import { courseRecordDefinition } from '../records/course.ts'
import { courseSettingsDefinition } from '../records/course-settings.ts'
import { keySchema } from '../records/key.ts'
import { newTreeModuleInputListSchema } from '../tree/input-schemas.ts'

export const newCourseSchema = z.object({
  key: keySchema.nullish(),
  ...courseRecordDefinition.createShape,
  // Every setting has a default, so a request for a new course can leave out all settings.
  // In an update, all settings are optional too, so both requests use the same schemas for settings.
  ...courseSettingsDefinition.updateShape,
  published: z.boolean().nullish(),
  modules: newTreeModuleInputListSchema,
})
