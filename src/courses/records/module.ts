import { durationMinutes, makeDescriptionField, name, objectives } from './common.ts'
import { defineRecord } from './record.ts'

/** Defines the fields of a module that an author sets. */
export const moduleRecordDefinition = defineRecord('module', {
  name,
  description: makeDescriptionField('What the module is about'),
  durationMinutes,
  objectives,
})
