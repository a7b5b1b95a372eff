import type { FieldDefinitions, RecordDefinition, StoredFieldValues } from './record.ts'

/**
 * The text of a course, module or lesson in three parts: the heading, short facts such as the difficulty `beginner`,
 * and the paragraphs.
 */
type RecordText = { heading: string; facts: string[]; paragraphs: string[] }

const isEmpty = (value: unknown) =>
  value == null || value === '' || value === false || (Array.isArray(value) && value.length === 0)

/** Renders the fields of a record as text, in the order of their definition. Leaves out fields without a value. */
export function renderRecordFieldsAsText<F extends FieldDefinitions>(
  { fields }: RecordDefinition<F>,
  row: StoredFieldValues<F>,
): RecordText {
  const text: RecordText = { heading: '', facts: [], paragraphs: [] }
  for (const [name, { courseText }] of Object.entries(fields)) {
    const value: unknown = row[name]
    if (!courseText || isEmpty(value)) continue
    if (courseText === 'heading') text.heading = String(value)
    else if (courseText === 'fact') text.facts.push(String(value))
    else if ('fact' in courseText) text.facts.push(courseText.fact(value))
    else text.paragraphs.push(courseText.paragraph(value))
  }
  return text
}
