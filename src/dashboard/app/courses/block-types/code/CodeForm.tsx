import { Checkbox } from '../../../ui/Checkbox.tsx'
import { type BlockFormProps, withContentMember } from '../../block-content/block-form.ts'
import { ContentTextField } from '../../block-content/ContentField.tsx'

/** Shows the form for source code, its language and its file name. */
export const CodeForm = (form: BlockFormProps) => (
  <>
    <ContentTextField {...form} member="language" label="Language" hint="For example python, typescript or sql." />
    <ContentTextField {...form} member="code" label="Code" rows={12} isMonospace />
    <ContentTextField {...form} member="filename" label="File name" />
    <Checkbox
      label="Runnable"
      hint="For learning platforms that run code. The dashboard only shows the code."
      isSelected={form.content.runnable === true}
      onChange={(isSelected) => form.onChange(withContentMember(form.content, 'runnable', isSelected))}
    />
  </>
)
