import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Radio } from '../../../ui/Radio.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { type BlockFormProps, replaceContentProperty } from '../../block-content/block-form.ts'
import { type BlockContent, getObjectListProperty, getStringProperty } from '../../block-content/content.ts'
import { useEntryFields } from '../../block-content/use-entry-fields.ts'
import { makeUniqueId } from './new-question.ts'
import style from './QuizForm.module.css'

const toIds = (answer: unknown): string[] =>
  (Array.isArray(answer) ? answer : [answer]).filter((id) => typeof id === 'string')

/**
 * Shows the form for the answer options of a quiz question. The author marks one correct answer with a radio button, or
 * several correct answers with check boxes.
 */
export function AnswerOptionsForm({ content, errorAt, onChange }: BlockFormProps) {
  const group = useId()
  const options = getObjectListProperty(content, 'options')
  const correctIds = toIds(content.answer)
  const isMultiple = content.type === 'multiple_choice'
  const isNoneCorrect = isMultiple && Array.isArray(content.answer) && content.answer.length === 0
  const setOptions = (next: BlockContent[]) => onChange({ ...content, options: next })
  function setCorrect(id: string, isCorrect: boolean): void {
    const others = correctIds.filter((other) => other !== id)
    const next = isCorrect ? [...others, id] : others
    onChange({ ...content, answer: next.length > 0 ? next : undefined })
  }
  function remove(index: number, id: string): void {
    const others = correctIds.filter((other) => other !== id)
    const answer = isMultiple && others.length > 0 ? others : isNoneCorrect ? [] : others[0]
    onChange({ ...content, options: options.toSpliced(index, 1), answer })
  }
  const { add, getFieldProps } = useEntryFields(options.length, () =>
    setOptions([...options, { id: makeUniqueId('o', options) }]),
  )
  return (
    <div className={style.options} data-entries>
      {errorAt('answer') && <p className={style.error}>{errorAt('answer')}</p>}
      {options.map((option, index) => {
        const id = getStringProperty(option, 'id')
        const number = index + 1
        return (
          <div key={id || String(index)} className={style.option}>
            <TextField
              {...getFieldProps(index)}
              label={`Answer ${number}`}
              value={getStringProperty(option, 'text')}
              errorMessage={errorAt(`options.${index}.text`)}
              onChange={(text) => setOptions(options.with(index, replaceContentProperty(option, 'text', text)))}
            />
            <TextField
              label="Feedback"
              value={getStringProperty(option, 'feedback')}
              errorMessage={errorAt(`options.${index}.feedback`)}
              onChange={(text) => setOptions(options.with(index, replaceContentProperty(option, 'feedback', text)))}
            />
            <div className={style.optionActions}>
              {isMultiple ? (
                <Checkbox
                  label={`Answer ${number} is correct`}
                  isSelected={correctIds.includes(id)}
                  onChange={(isCorrect) => setCorrect(id, isCorrect)}
                />
              ) : (
                <Radio
                  group={group}
                  label={`Answer ${number} is correct`}
                  isSelected={correctIds[0] === id}
                  onSelect={() => onChange({ ...content, answer: id })}
                />
              )}
              <Button
                variant="quiet"
                isSmall
                icon={<X aria-hidden />}
                aria-label={`Remove answer ${number}`}
                onPress={() => remove(index, id)}
              />
            </div>
          </div>
        )
      })}
      {isMultiple && (
        <Checkbox
          label="None of these answers is right"
          isSelected={isNoneCorrect}
          onChange={(isSelected) => onChange({ ...content, answer: isSelected ? [] : undefined })}
        />
      )}
      <div>
        <Button isSmall icon={<Plus aria-hidden />} onPress={add}>
          Add answer
        </Button>
      </div>
    </div>
  )
}
