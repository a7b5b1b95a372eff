import { z } from 'zod'
import { courseRecordDefinition } from '../records/course.ts'
import { courseSettingsDefinition } from '../records/course-settings.ts'
import { keySchema } from '../records/key.ts'
import { newTreeModuleInputListSchema } from '../tree/input-schemas.ts'

export const newCourseSchema = z.object({
  key: keySchema.nullish(),
  ...courseRecordDefinition.createShape,
  // A new course needs no settings, because every setting has a default. So the shape of an update fits here.
  ...courseSettingsDefinition.updateShape,
  published: z.boolean().nullish(),
  modules: newTreeModuleInputListSchema,
})
