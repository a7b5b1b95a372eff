import { Field } from '../../../parts/Field.tsx'
import { textIn } from '../../blocks/content.ts'
import { type FormProps, put } from './form.ts'

type MemberProps = FormProps & {
  member: string
  label: string
  hint?: string
  rows?: number
  mono?: boolean
  placeholder?: string
}

/** The text of one member of a content. */
export const Member = ({ content, problem, onChange, member, ...field }: MemberProps) => (
  <Field
    {...field}
    value={textIn(content, member)}
    problem={problem(member)}
    onChange={(text) => onChange(put(content, member, text))}
  />
)
