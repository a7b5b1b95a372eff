import { TextField } from '../../ui/TextField.tsx'
import { type BlockFormProps, replaceContentMember } from './block-form.ts'
import { getStringMember } from './content.ts'

type ContentFieldProps = BlockFormProps & {
  member: string
  label: string
  hint?: string
  rows?: number
  isMonospace?: boolean
  placeholder?: string
}

/** Shows a text field that edits one property of a block's content. */
export const ContentMemberTextField = ({ content, errorAt, onChange, member, ...field }: ContentFieldProps) => (
  <TextField
    {...field}
    value={getStringMember(content, member)}
    errorMessage={errorAt(member)}
    onChange={(text) => onChange(replaceContentMember(content, member, text))}
  />
)
