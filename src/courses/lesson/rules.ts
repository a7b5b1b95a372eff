import { z } from 'zod'
import { makeBoundedListSchema } from '../../operations/bounded-list.ts'
import { makeOptionalNotNullSchema, positionSchema } from '../../operations/validation.ts'
import { newBlockSchema } from '../block/rules.ts'
import { keySchema } from '../records/key.ts'
import { lessonRecordDefinition } from '../records/lesson.ts'

/**
 * The maximum number of blocks in a request that creates a lesson. A request that writes a course tree may have more
 * blocks in a lesson.
 */
const maxBlocks = 1000

export const newLessonBlockSchema = newBlockSchema.pick({ key: true, type: true, content: true })

export const newLessonSchema = z.object({
  key: keySchema.nullish(),
  ...lessonRecordDefinition.createShape,
  order: positionSchema.nullish(),
  blocks: makeBoundedListSchema(newLessonBlockSchema, maxBlocks).nullish(),
})

export const lessonChangeSchema = z.object({
  key: keySchema.nullish(),
  ...lessonRecordDefinition.updateShape,
  order: makeOptionalNotNullSchema(positionSchema),
})
