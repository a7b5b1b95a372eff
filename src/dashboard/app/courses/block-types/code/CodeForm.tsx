import { Checkbox } from '../../../ui/Checkbox.tsx'
import { type BlockFormProps, replaceContentProperty } from '../../block-content/block-form.ts'
import { ContentPropertyTextField } from '../../block-content/ContentPropertyTextField.tsx'

/** Shows the form for source code, its language and its file name. */
export const CodeForm = (form: BlockFormProps) => (
  <>
    <ContentPropertyTextField
      {...form}
      property="language"
      label="Language"
      hint="For example python, typescript or sql."
    />
    <ContentPropertyTextField {...form} property="code" label="Code" rows={12} isMonospace />
    <ContentPropertyTextField {...form} property="filename" label="File name" />
    <Checkbox
      label="Runnable"
      hint="For learning platforms that run code. The dashboard only shows the code."
      isSelected={form.content.runnable === true}
      onChange={(isSelected) => form.onChange(replaceContentProperty(form.content, 'runnable', isSelected))}
    />
  </>
)
