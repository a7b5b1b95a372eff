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

/** Defines the fields of a module that an author sets. */
export const moduleRecordDefinition = defineRecord('module', {
  name: nameField,
  description: defineDescriptionField('What the module is about'),
  durationMinutes: durationMinutesField,
  objectives: objectivesField,
  prerequisites: prerequisitesField,
  optional: optionalField,
  attributes: attributesField,
})
