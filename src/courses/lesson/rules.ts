import { z } from 'zod'
import { makeNotNullSchema, positionSchema } from '../../operations/validation.ts'
import { lessonRecordDefinition } from '../records/lesson.ts'

export const newLessonSchema = z.object({ ...lessonRecordDefinition.newRules, order: positionSchema.nullish() })

export const lessonChangeSchema = z.object({
  ...lessonRecordDefinition.changeRules,
  order: makeNotNullSchema(positionSchema),
})
