import type { QuestionType } from '../../../../../courses/block/quiz/question-types/question-type-names.ts'
import { BlockContentCheckbox } from '../../block-content/BlockContentCheckbox.tsx'
import { BlockContentNumberField } from '../../block-content/BlockContentNumberField.tsx'
import { BlockContentTextField } from '../../block-content/BlockContentTextField.tsx'
import type { BlockFormProps } from '../../block-content/block-form.ts'
import { MoreSettings } from '../../block-content/MoreSettings.tsx'
import { TextListForm } from '../../block-content/TextListForm.tsx'

type Flag = { property: string; label: string; types: readonly QuestionType[] }

const flags: readonly Flag[] = [
  {
    property: 'shuffle',
    label: 'Show the answers in another order',
    types: ['single_choice', 'multiple_choice', 'true_false', 'cloze'],
  },
  {
    property: 'partialCredit',
    label: 'A partly right answer gets a part of the points',
    types: ['multiple_choice', 'ordering', 'matching', 'cloze'],
  },
  { property: 'caseSensitive', label: 'Upper and lower case matter', types: ['short_text', 'cloze'] },
  { property: 'accentSensitive', label: 'Accents matter', types: ['short_text', 'cloze'] },
]

const properties = [
  ...flags.map(({ property }) => property),
  'attempts',
  'hints',
  'feedbackCorrect',
  'feedbackIncorrect',
]

/** Shows the settings of a question that few authors need. */
export function QuestionSettings({ type, ...form }: BlockFormProps & { type: QuestionType }) {
  return (
    <MoreSettings {...form} properties={properties}>
      {flags
        .filter(({ types }) => types.includes(type))
        .map(({ property, label }) => (
          <BlockContentCheckbox key={property} {...form} property={property} label={label} />
        ))}
      <BlockContentNumberField {...form} property="attempts" label="Attempts" hint="Empty: as many as learners like." />
      {type !== 'essay' && (
        <>
          <BlockContentTextField {...form} property="feedbackCorrect" label="Feedback on a right answer" rows={2} />
          <BlockContentTextField {...form} property="feedbackIncorrect" label="Feedback on a wrong answer" rows={2} />
        </>
      )}
      <TextListForm {...form} property="hints" label="Hint" />
    </MoreSettings>
  )
}
