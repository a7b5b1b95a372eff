import { Check } from 'lucide-react'
import { Checkbox, CheckboxGroup, FieldError, Label, Text } from 'react-aria-components/CheckboxGroup'
import { scopeDescriptions } from '../../../identity/scopes.ts'
import field from '../ui/TextField.module.css'
import style from './Keys.module.css'

/** Returns the API's description of a scope, or undefined if this version of the dashboard does not know the scope. */
const getScopeDescription = (scope: string): string | undefined =>
  Object.hasOwn(scopeDescriptions, scope) ? scopeDescriptions[scope as keyof typeof scopeDescriptions] : undefined

type ScopeCheckboxesProps = {
  scopes: readonly string[]
  value: readonly string[]
  onChange(value: string[]): void
  hint?: string
  errorMessage?: string
}

/** Shows a check box for each scope of an API key. */
export const ScopeCheckboxes = ({ scopes, value, onChange, hint, errorMessage }: ScopeCheckboxesProps) => (
  <CheckboxGroup
    className={field.field!}
    value={[...value]}
    onChange={onChange}
    isInvalid={errorMessage !== undefined}
    validationBehavior="aria"
  >
    <Label className={field.label}>Scopes</Label>
    {scopes.map((scope) => (
      <Checkbox key={scope} value={scope} className={style.scope!}>
        <span className={style.box}>
          <Check aria-hidden size={14} strokeWidth={3} />
        </span>
        <span>
          <code className={style.scopeName}>{scope}</code>
          <span className={style.scopeText}>{getScopeDescription(scope)}</span>
        </span>
      </Checkbox>
    ))}
    {hint && (
      <Text slot="description" className={field.hint!}>
        {hint}
      </Text>
    )}
    <FieldError className={field.error}>{errorMessage}</FieldError>
  </CheckboxGroup>
)
