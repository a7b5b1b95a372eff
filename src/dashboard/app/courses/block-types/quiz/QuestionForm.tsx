import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  type QuestionType,
  questionTypes,
} from '../../../../../courses/block/quiz/question-types/question-type-names.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Select, type SelectOption } from '../../../ui/Select.tsx'
import { BlockContentNumberField } from '../../block-content/BlockContentNumberField.tsx'
import { BlockContentTextField } from '../../block-content/BlockContentTextField.tsx'
import type { BlockFormProps } from '../../block-content/block-form.ts'
import { getObjectListProperty, getStringProperty } from '../../block-content/content.ts'
import form from '../../block-content/Form.module.css'
import { useLatestContent } from '../../block-content/use-latest-content.ts'
import { MarkdownField } from '../../files/MarkdownField.tsx'
import { CorrectAnswerForm } from './CorrectAnswerForm.tsx'
import { replaceQuestionType } from './new-question.ts'
import { QuestionSettings } from './QuestionSettings.tsx'
import style from './QuizForm.module.css'

const labelByType: Readonly<Record<QuestionType, string>> = {
  single_choice: 'One correct answer',
  multiple_choice: 'Several correct answers',
  true_false: 'True or false',
  short_text: 'Short text',
  numeric: 'Number',
  ordering: 'Put in order',
  matching: 'Match pairs',
  cloze: 'Text with gaps',
  essay: 'Long text',
}

const types: readonly SelectOption<QuestionType>[] = questionTypes.map((type) => ({
  value: type,
  label: labelByType[type],
}))

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
  const change = useLatestContent(props)
  // Not every type has options. A change to another type brings the former options back.
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
      <MarkdownField
        label="Question"
        rows={2}
        hint="Markdown. Drop or paste a picture."
        value={getStringProperty(content, 'prompt')}
        errorMessage={props.errorAt('prompt')}
        onChange={(prompt) => change({ prompt: prompt === '' ? undefined : prompt })}
      />
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
      <QuestionSettings {...props} type={type} />
    </fieldset>
  )
}
