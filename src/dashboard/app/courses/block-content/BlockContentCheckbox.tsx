import { Checkbox } from '../../ui/Checkbox.tsx'
import { type BlockFormProps, replaceContentProperty } from './block-form.ts'

type ContentCheckboxProps = BlockFormProps & { property: string; label: string; hint?: string }

/** Shows a check box that sets one property of a block's content to true, or removes it. */
export const BlockContentCheckbox = ({ content, onChange, property, label, hint }: ContentCheckboxProps) => (
  <Checkbox
    label={label}
    hint={hint}
    isSelected={content[property] === true}
    onChange={(isSelected) => onChange(replaceContentProperty(content, property, isSelected))}
  />
)
