import {
  type FieldDefinitions,
  getEmptyValue,
  type RecordDefinition,
  type StoredFieldValues,
} from '../../src/courses/records/record.ts'

/** The fields of a record whose author has set none. */
export const emptyFieldsOf = <F extends FieldDefinitions>({ columns }: RecordDefinition<F>) =>
  Object.fromEntries(columns.map((column) => [column.field, getEmptyValue(column)])) as StoredFieldValues<F>
