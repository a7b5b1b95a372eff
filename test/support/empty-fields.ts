import type { FieldDefinitions, RecordDefinition, StoredFieldValues } from '../../src/courses/records/record.ts'

/** The fields of a record whose author has set none: null, or an empty list. */
export const emptyFieldsOf = <F extends FieldDefinitions>({ columns }: RecordDefinition<F>) =>
  Object.fromEntries(
    columns.map(({ field, presence }) => [field, presence === 'list' ? [] : null]),
  ) as StoredFieldValues<F>
