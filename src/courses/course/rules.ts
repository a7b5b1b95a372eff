import { z } from 'zod'
import { courseRecordDefinition } from '../records/course.ts'
import { newModuleNodeListSchema } from '../tree/input.ts'

export const newCourseSchema = z.object({
  ...courseRecordDefinition.newRules,
  published: z.boolean().nullish(),
  modules: newModuleNodeListSchema,
})
