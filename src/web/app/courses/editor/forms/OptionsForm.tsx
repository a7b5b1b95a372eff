import { Plus, X } from 'lucide-react'
import { Button } from '../../../parts/Button.tsx'
import { Field } from '../../../parts/Field.tsx'
import { type Content, listIn, textIn } from '../../blocks/content.ts'
import { Tick } from '../../parts/Tick.tsx'
import style from '../Editor.module.css'
import { type FormProps, put } from './form.ts'
import { freshId } from './QuizForm.tsx'

const idsIn = (answer: unknown): string[] =>
  (Array.isArray(answer) ? answer : [answer]).filter((one) => typeof one === 'string')

/** What can be chosen, with the right ones ticked. */
export function OptionsForm({ content, problem, onChange }: FormProps) {
  const options = listIn(content, 'options')
  const right = idsIn(content.answer)
  const isMultiple = content.type === 'multiple_choice'
  const write = (next: Content[]) => onChange({ ...content, options: next })
  function tick(id: string, isRight: boolean): void {
    const others = isMultiple ? right.filter((one) => one !== id) : []
    const next = isRight ? [...others, id] : others
    onChange({ ...content, answer: isMultiple && next.length > 0 ? next : next[0] })
  }
  function remove(index: number, id: string): void {
    const kept = right.filter((one) => one !== id)
    onChange({ ...content, options: options.toSpliced(index, 1), answer: isMultiple ? kept : kept[0] })
  }
  return (
    <div className={style.options}>
      {problem('answer') && <p className={style.problem}>{problem('answer')}</p>}
      {options.map((option, index) => {
        const id = textIn(option, 'id')
        const number = index + 1
        return (
          <div key={id || String(index)} className={style.option}>
            <Field
              label={`Answer ${number}`}
              value={textIn(option, 'text')}
              problem={problem(`options.${index}.text`)}
              onChange={(text) => write(options.with(index, put(option, 'text', text)))}
            />
            <Field
              label="What is said to it"
              value={textIn(option, 'feedback')}
              problem={problem(`options.${index}.feedback`)}
              onChange={(text) => write(options.with(index, put(option, 'feedback', text)))}
            />
            <div className={style.optionActions}>
              <Tick
                label={`Answer ${number} is right`}
                isSelected={right.includes(id)}
                onChange={(isRight) => tick(id, isRight)}
              />
              <Button
                look="quiet"
                small
                icon={<X aria-hidden />}
                aria-label={`Remove answer ${number}`}
                onPress={() => remove(index, id)}
              />
            </div>
          </div>
        )
      })}
      <div>
        <Button small icon={<Plus aria-hidden />} onPress={() => write([...options, { id: freshId('o', options) }])}>
          Add answer
        </Button>
      </div>
    </div>
  )
}
