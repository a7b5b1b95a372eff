import type { FieldDefinitions, RecordDefinition, RowFields } from './record.ts'

/**
 * The text of a course, module or lesson in three parts: the heading, short facts such as the difficulty `beginner`,
 * and the paragraphs.
 */
type RecordText = { heading: string; facts: string[]; paragraphs: string[] }

const isEmpty = (value: unknown) => value == null || value === '' || (Array.isArray(value) && value.length === 0)

/** Renders the fields of a record as text, in the order of their definition. Fields without a value are skipped. */
export function renderRecordText<F extends FieldDefinitions>(
  { fields }: RecordDefinition<F>,
  row: RowFields<F>,
): RecordText {
  const read: RecordText = { heading: '', facts: [], paragraphs: [] }
  for (const [name, { courseText }] of Object.entries(fields)) {
    const value: unknown = row[name]
    if (!courseText || isEmpty(value)) continue
    if (courseText === 'heading') read.heading = String(value)
    else if (courseText === 'fact') read.facts.push(String(value))
    else if ('fact' in courseText) read.facts.push(courseText.fact(value))
    else read.paragraphs.push(courseText.paragraph(value))
  }
  return read
}
