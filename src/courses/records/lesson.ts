import { durationMinutes, makeDescriptionField, name, objectives } from './common.ts'
import { defineRecord } from './record.ts'

/** Defines the fields of a lesson that an author sets. */
export const lessonRecordDefinition = defineRecord('lesson', {
  name,
  description: makeDescriptionField('What the lesson is about'),
  durationMinutes,
  objectives,
})
