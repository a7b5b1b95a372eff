import { Plus, X } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { type BlockFormProps, replaceContentProperty } from '../../block-content/block-form.ts'
import { getStringProperty } from '../../block-content/content.ts'
import form from '../../block-content/Form.module.css'
import { useEntryFields } from '../../block-content/use-entry-fields.ts'
import { type Matching, readMatching, replaceMatching } from './matching.ts'
import { makeRandomId, makeUniqueId } from './new-question.ts'
import style from './QuizForm.module.css'

type PartProps = Matching & { errorAt: BlockFormProps['errorAt']; onChange(next: Partial<Matching>): void }

function TargetsForm({ targets, errorAt, onChange }: PartProps) {
  const { add, getFieldProps } = useEntryFields(targets.length, () =>
    onChange({ targets: [...targets, { id: makeRandomId(targets) }] }),
  )
  return (
    <div className={form.list} data-entries>
      {errorAt('targets') && <p className={style.error}>{errorAt('targets')}</p>}
      {targets.map((target, index) => (
        <div key={getStringProperty(target, 'id')} className={form.entry}>
          <TextField
            {...getFieldProps(index)}
            label={`Target ${index + 1}`}
            value={getStringProperty(target, 'text')}
            errorMessage={errorAt(`targets.${index}.text`)}
            onChange={(text) =>
              onChange({ targets: targets.with(index, replaceContentProperty(target, 'text', text)) })
            }
          />
          <Button
            variant="quiet"
            isSmall
            icon={<X aria-hidden />}
            aria-label={`Remove target ${index + 1}`}
            onPress={() => onChange({ targets: targets.toSpliced(index, 1) })}
          />
        </div>
      ))}
      <div>
        <Button isSmall icon={<Plus aria-hidden />} onPress={add}>
          Add target
        </Button>
      </div>
    </div>
  )
}

/** The value of the choice that an option belongs to no target. */
const none = ''

function OptionsForm({ options, targets, targetIdByOptionId, errorAt, onChange }: PartProps) {
  const { add, getFieldProps } = useEntryFields(options.length, () =>
    onChange({ options: [...options, { id: makeUniqueId('o', options) }] }),
  )
  const choices = [
    { value: none, label: 'Nothing yet' },
    ...targets.map((target, index) => ({
      value: getStringProperty(target, 'id'),
      label: getStringProperty(target, 'text') || `Target ${index + 1}`,
    })),
  ]
  return (
    <div className={form.list} data-entries>
      {errorAt('options') && <p className={style.error}>{errorAt('options')}</p>}
      {options.map((option, index) => {
        const id = getStringProperty(option, 'id')
        const target = choices.find(({ value }) => value === targetIdByOptionId[id])
        return (
          <div key={id} className={style.pair}>
            <TextField
              {...getFieldProps(index)}
              label={`Option ${index + 1}`}
              value={getStringProperty(option, 'text')}
              errorMessage={errorAt(`options.${index}.text`)}
              onChange={(text) =>
                onChange({ options: options.with(index, replaceContentProperty(option, 'text', text)) })
              }
            />
            <Select
              label={`Option ${index + 1} belongs to`}
              value={target?.value ?? none}
              options={choices}
              onChange={(value) => onChange({ targetIdByOptionId: { ...targetIdByOptionId, [id]: value } })}
            />
            <Button
              variant="quiet"
              isSmall
              icon={<X aria-hidden />}
              aria-label={`Remove option ${index + 1}`}
              onPress={() => onChange({ options: options.toSpliced(index, 1) })}
            />
          </div>
        )
      })}
      <div>
        <Button isSmall icon={<Plus aria-hidden />} onPress={add}>
          Add option
        </Button>
      </div>
    </div>
  )
}

/** Shows the form for a question that learners answer with a target for each option. */
export function MatchingForm({ content, errorAt, onChange }: BlockFormProps) {
  const matching = readMatching(content)
  const part = {
    ...matching,
    errorAt,
    onChange: (next: Partial<Matching>) => onChange(replaceMatching(content, { ...matching, ...next })),
  }
  return (
    <>
      {errorAt('answer') && <p className={style.error}>{errorAt('answer')}</p>}
      <TargetsForm {...part} />
      <OptionsForm {...part} />
    </>
  )
}
