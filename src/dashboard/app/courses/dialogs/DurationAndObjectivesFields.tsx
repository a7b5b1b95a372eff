import { findFieldErrorMessage } from '../../api/api-error.ts'
import { TextField } from '../../ui/TextField.tsx'
import { type DurationAndObjectives, findObjectivesError } from './learning-fields.ts'

/**
 * Returns the whole number at the start of a text, up to 6 digits. Returns null if the text does not start with a
 * digit.
 */
function parseMinutes(text: string): number | null {
  const digits = /^\s*(\d{1,6})/.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}

type LearningFieldsetProps = {
  fields: DurationAndObjectives
  error: unknown
  onChange(fields: Partial<DurationAndObjectives>): void
}

/** Shows the form fields for the duration and the learning objectives. */
export const DurationAndObjectivesFields = ({ fields, error, onChange }: LearningFieldsetProps) => (
  <>
    <TextField
      label="Duration in minutes"
      inputMode="numeric"
      hint="How long a learner needs. Leave empty if you do not know."
      value={fields.durationMinutes?.toString() ?? ''}
      errorMessage={findFieldErrorMessage(error, 'durationMinutes')}
      onChange={(text) => onChange({ durationMinutes: parseMinutes(text) })}
    />
    <TextField
      label="Learning objectives"
      rows={4}
      hint="What a learner can do afterwards. One objective on each line, at most 20."
      value={fields.objectives.join('\n')}
      errorMessage={findObjectivesError(fields.objectives) ?? findFieldErrorMessage(error, 'objectives')}
      onChange={(text) => onChange({ objectives: text === '' ? [] : text.split('\n') })}
    />
  </>
)
