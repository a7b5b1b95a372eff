import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Select, type SelectOption } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import {
  type BlockFormProps,
  formatNumberForField,
  parseNumberOrKeepText,
  replaceContentProperty,
} from '../../block-content/block-form.ts'
import { ContentPropertyTextField } from '../../block-content/ContentPropertyTextField.tsx'
import form from '../../block-content/Form.module.css'
import { CorrectAnswerForm } from './CorrectAnswerForm.tsx'
import style from './QuizForm.module.css'
import type { QuestionType } from './questions.ts'

const types: readonly SelectOption<QuestionType>[] = [
  { value: 'single_choice', label: 'One correct answer' },
  { value: 'multiple_choice', label: 'Several correct answers' },
  { value: 'true_false', label: 'True or false' },
  { value: 'short_text', label: 'Short text' },
]

type QuestionFormProps = BlockFormProps & {
  number: number
  onRemove(): void
  onMoveUp: (() => void) | undefined
  onMoveDown: (() => void) | undefined
}

/** Shows the form for one quiz question and its answers. */
export function QuestionForm({ number, onRemove, onMoveUp, onMoveDown, ...props }: QuestionFormProps) {
  const { content, errorAt, onChange } = props
  const type = types.find(({ value }) => value === content.type)?.value ?? 'single_choice'
  return (
    <fieldset className={form.fieldset}>
      <legend>Question {number}</legend>
      <div className={style.questionMenu}>
        <ActionMenu
          isSmall
          label={`More actions for question ${number}`}
          actions={[
            { label: 'Move up', icon: ArrowUp, onSelect: () => onMoveUp?.(), isDisabled: !onMoveUp },
            { label: 'Move down', icon: ArrowDown, onSelect: () => onMoveDown?.(), isDisabled: !onMoveDown },
            { label: 'Remove question', icon: Trash2, onSelect: onRemove, isDanger: true },
          ]}
        />
      </div>
      <ContentPropertyTextField {...props} property="prompt" label="Question" rows={2} hint="Markdown." />
      <Select
        label="Answer type"
        value={type}
        options={types}
        // A new question type removes the correct answer, because each type has a different kind of answer.
        onChange={(value) => onChange({ ...content, type: value, answer: undefined })}
      />
      <CorrectAnswerForm {...props} content={{ ...content, type }} />
      <ContentPropertyTextField
        {...props}
        property="explanation"
        label="Explanation"
        rows={2}
        hint="Shown after the answer."
      />
      <TextField
        label="Points"
        inputMode="decimal"
        value={formatNumberForField(content.points)}
        errorMessage={errorAt('points')}
        onChange={(text) => onChange(replaceContentProperty(content, 'points', parseNumberOrKeepText(text)))}
      />
    </fieldset>
  )
}
