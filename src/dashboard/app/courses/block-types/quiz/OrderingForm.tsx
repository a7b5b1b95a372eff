import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { type BlockFormProps, replaceContentProperty } from '../../block-content/block-form.ts'
import { getStringProperty } from '../../block-content/content.ts'
import form from '../../block-content/Form.module.css'
import { useEntryFields } from '../../block-content/use-entry-fields.ts'
import { makeRandomId } from './new-question.ts'
import { listOptionsInRightOrder, replaceOrder } from './ordering.ts'
import style from './QuizForm.module.css'

/** Shows the form for the options of a question that learners put in order. */
export function OrderingForm({ content, errorAt, onChange }: BlockFormProps) {
  const options = listOptionsInRightOrder(content)
  const setOptions = (next: typeof options) => onChange(replaceOrder(content, next))
  const swap = (index: number, other: number) =>
    setOptions(options.with(index, options[other]!).with(other, options[index]!))
  const { add, getFieldProps } = useEntryFields(options.length, () =>
    setOptions([...options, { id: makeRandomId(options) }]),
  )
  const error = errorAt('answer') ?? errorAt('options')
  return (
    <div className={form.list} data-entries>
      <p className={style.hint}>Write the options in the right order. Learners get them in another one.</p>
      {error && <p className={style.error}>{error}</p>}
      {options.map((option, index) => (
        <div key={getStringProperty(option, 'id')} className={form.entry}>
          <TextField
            {...getFieldProps(index)}
            label={`Option ${index + 1}`}
            value={getStringProperty(option, 'text')}
            errorMessage={errorAt(`options.${index}.text`)}
            onChange={(text) => setOptions(options.with(index, replaceContentProperty(option, 'text', text)))}
          />
          <div className={style.entryActions}>
            <Button
              variant="quiet"
              isSmall
              icon={<ArrowUp aria-hidden />}
              aria-label={`Move option ${index + 1} up`}
              isDisabled={index === 0}
              onPress={() => swap(index, index - 1)}
            />
            <Button
              variant="quiet"
              isSmall
              icon={<ArrowDown aria-hidden />}
              aria-label={`Move option ${index + 1} down`}
              isDisabled={index === options.length - 1}
              onPress={() => swap(index, index + 1)}
            />
            <Button
              variant="quiet"
              isSmall
              icon={<X aria-hidden />}
              aria-label={`Remove option ${index + 1}`}
              onPress={() => setOptions(options.toSpliced(index, 1))}
            />
          </div>
        </div>
      ))}
      <div>
        <Button isSmall icon={<Plus aria-hidden />} onPress={add}>
          Add option
        </Button>
      </div>
    </div>
  )
}
