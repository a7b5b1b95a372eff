import type { FieldDefinitions, RecordDefinition, RowFields } from './record.ts'

/**
 * The text of a course, module or lesson in three parts: the heading, short facts such as the difficulty `beginner`,
 * and the paragraphs.
 */
type RecordTextParts = { heading: string; facts: string[]; paragraphs: string[] }

const isEmpty = (value: unknown) => value == null || value === '' || (Array.isArray(value) && value.length === 0)

/** Renders the fields of a record as text, in the order of their definition. Fields without a value are skipped. */
export function renderRecordText<F extends FieldDefinitions>(
  { fields }: RecordDefinition<F>,
  row: RowFields<F>,
): RecordTextParts {
  const read: RecordTextParts = { heading: '', facts: [], paragraphs: [] }
  for (const [name, { reading }] of Object.entries(fields)) {
    const value: unknown = row[name]
    if (!reading || isEmpty(value)) continue
    if (reading === 'heading') read.heading = String(value)
    else if (reading === 'fact') read.facts.push(String(value))
    else if ('fact' in reading) read.facts.push(reading.fact(value))
    else read.paragraphs.push(reading.paragraph(value))
  }
  return read
}
