import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Select, type SelectOption } from '../../../ui/Select.tsx'
import { BlockContentNumberField } from '../../block-content/BlockContentNumberField.tsx'
import { BlockContentTextField } from '../../block-content/BlockContentTextField.tsx'
import type { BlockFormProps } from '../../block-content/block-form.ts'
import { getObjectListProperty } from '../../block-content/content.ts'
import form from '../../block-content/Form.module.css'
import { CorrectAnswerForm } from './CorrectAnswerForm.tsx'
import { replaceQuestionType } from './new-question.ts'
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
  const { content, onChange } = props
  const type = types.find(({ value }) => value === content.type)?.value ?? 'single_choice'
  const options = getObjectListProperty(content, 'options')
  // `true_false` and `short_text` have no options. A change to another type brings the former options back.
  const [formerOptions, setFormerOptions] = useState(options)
  function changeType(next: QuestionType): void {
    if (options.length > 0) setFormerOptions(options)
    onChange(replaceQuestionType(content, next, formerOptions))
  }
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
      <BlockContentTextField {...props} property="prompt" label="Question" rows={2} hint="Markdown." />
      <Select label="Answer type" value={type} options={types} onChange={changeType} />
      <CorrectAnswerForm {...props} content={{ ...content, type }} />
      <BlockContentTextField
        {...props}
        property="explanation"
        label="Explanation"
        rows={2}
        hint="Shown after the answer."
      />
      <BlockContentNumberField {...props} property="points" label="Points" />
    </fieldset>
  )
}
