import {
  attributesField,
  defineDescriptionField,
  durationMinutesField,
  nameField,
  objectivesField,
  optionalField,
  prerequisitesField,
} from './common.ts'
import { defineRecord } from './record.ts'

/** Defines the fields of a lesson that an author sets. */
export const lessonRecordDefinition = defineRecord('lesson', {
  name: nameField,
  description: defineDescriptionField('What the lesson is about'),
  durationMinutes: durationMinutesField,
  objectives: objectivesField,
  prerequisites: prerequisitesField,
  optional: optionalField,
  attributes: attributesField,
})
