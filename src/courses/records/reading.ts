import type { FieldDefinitions, RecordDefinition, RowFields } from './record.ts'

/** A record's fields as text: its heading, its short facts such as `beginner`, and its paragraphs. */
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
