import { Checkbox } from '../../../ui/Checkbox.tsx'
import { type BlockFormProps, replaceContentMember } from '../../block-content/block-form.ts'
import { ContentMemberTextField } from '../../block-content/ContentField.tsx'

/** Shows the form for source code, its language and its file name. */
export const CodeForm = (form: BlockFormProps) => (
  <>
    <ContentMemberTextField
      {...form}
      member="language"
      label="Language"
      hint="For example python, typescript or sql."
    />
    <ContentMemberTextField {...form} member="code" label="Code" rows={12} isMonospace />
    <ContentMemberTextField {...form} member="filename" label="File name" />
    <Checkbox
      label="Runnable"
      hint="For learning platforms that run code. The dashboard only shows the code."
      isSelected={form.content.runnable === true}
      onChange={(isSelected) => form.onChange(replaceContentMember(form.content, 'runnable', isSelected))}
    />
  </>
)
