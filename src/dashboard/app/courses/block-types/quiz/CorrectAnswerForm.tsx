import { Select, type SelectOption } from '../../../ui/Select.tsx'
import { BlockContentNumberField } from '../../block-content/BlockContentNumberField.tsx'
import { BlockContentTextField } from '../../block-content/BlockContentTextField.tsx'
import type { BlockFormProps } from '../../block-content/block-form.ts'
import { AnswerOptionsForm } from './AnswerOptionsForm.tsx'
import { GapsForm } from './GapsForm.tsx'
import { MatchingForm } from './MatchingForm.tsx'
import { OrderingForm } from './OrderingForm.tsx'
import style from './QuizForm.module.css'
import { RightTextsField } from './RightTextsField.tsx'

const trueOrFalse: readonly SelectOption<'true' | 'false' | 'none'>[] = [
  { value: 'true', label: 'True' },
  { value: 'false', label: 'False' },
  { value: 'none', label: 'Not set' },
]

const TrueFalseForm = ({ content, onChange }: BlockFormProps) => (
  <Select
    label="Correct answer"
    value={content.answer === true ? 'true' : content.answer === false ? 'false' : 'none'}
    options={trueOrFalse}
    onChange={(value) => onChange({ ...content, answer: value === 'none' ? undefined : value === 'true' })}
  />
)

const ShortTextForm = ({ content, errorAt, onChange }: BlockFormProps) => (
  <RightTextsField
    label="Correct answers"
    hint="One on each line. Extra spaces do not matter; case and accents only if you say so below."
    value={content.answer}
    errorMessage={errorAt('answer')}
    onChange={(answer) => onChange({ ...content, answer })}
  />
)

const NumericForm = (form: BlockFormProps) => (
  <div className={style.fields}>
    <BlockContentNumberField {...form} property="answer" label="Correct number" />
    <BlockContentNumberField {...form} property="tolerance" label="Tolerance" hint="How far off is still right." />
    <BlockContentTextField {...form} property="unit" label="Unit" hint="Such as kg. Learners may leave it out." />
  </div>
)

const EssayForm = (form: BlockFormProps) => (
  <BlockContentTextField
    {...form}
    property="sampleAnswer"
    label="Sample answer"
    rows={4}
    hint="Markdown. Shown after the answer, which has no score."
  />
)

/** Shows the form for the correct answer of a quiz question. The form depends on the type of the question. */
export function CorrectAnswerForm(form: BlockFormProps) {
  switch (form.content.type) {
    case 'true_false':
      return <TrueFalseForm {...form} />
    case 'short_text':
      return <ShortTextForm {...form} />
    case 'numeric':
      return <NumericForm {...form} />
    case 'ordering':
      return <OrderingForm {...form} />
    case 'matching':
      return <MatchingForm {...form} />
    case 'cloze':
      return <GapsForm {...form} />
    case 'essay':
      return <EssayForm {...form} />
    default:
      return <AnswerOptionsForm {...form} />
  }
}
