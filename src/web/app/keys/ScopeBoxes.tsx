import { Check } from 'lucide-react'
import { Checkbox, CheckboxGroup, FieldError, Label } from 'react-aria-components/CheckboxGroup'
import field from '../parts/Field.module.css'
import style from './Keys.module.css'
import { wordsOf } from './scopes.ts'

type ScopeBoxesProps = {
  scopes: readonly string[]
  value: readonly string[]
  onChange(value: string[]): void
  problem?: string
}

/** What a key may do. */
export const ScopeBoxes = ({ scopes, value, onChange, problem }: ScopeBoxesProps) => (
  <CheckboxGroup
    className={field.field!}
    value={[...value]}
    onChange={onChange}
    isInvalid={problem !== undefined}
    validationBehavior="aria"
  >
    <Label className={field.label}>Scopes</Label>
    {scopes.map((scope) => {
      const { label, text } = wordsOf(scope)
      return (
        <Checkbox key={scope} value={scope} className={style.box!}>
          <span className={style.tick}>
            <Check aria-hidden size={14} strokeWidth={3} />
          </span>
          <span>
            <span className={style.boxLabel}>
              {label} <code>{scope}</code>
            </span>
            <span className={style.boxText}>{text}</span>
          </span>
        </Checkbox>
      )
    })}
    <FieldError className={field.problem}>{problem}</FieldError>
  </CheckboxGroup>
)
