import { Checkbox } from '../../../ui/Checkbox.tsx'
import { BlockContentTextField } from '../../block-content/BlockContentTextField.tsx'
import { type BlockFormProps, replaceContentProperty } from '../../block-content/block-form.ts'

/** Shows the form for source code, its language and its file name. */
export const CodeForm = (form: BlockFormProps) => (
  <>
    <BlockContentTextField
      {...form}
      property="language"
      label="Language"
      hint="For example python, typescript or sql."
    />
    <BlockContentTextField {...form} property="code" label="Code" rows={12} isMonospace />
    <BlockContentTextField {...form} property="filename" label="File name" />
    <Checkbox
      label="Runnable"
      hint="For learning platforms that run code. The dashboard only shows the code."
      isSelected={form.content.runnable === true}
      onChange={(isSelected) => form.onChange(replaceContentProperty(form.content, 'runnable', isSelected))}
    />
  </>
)
