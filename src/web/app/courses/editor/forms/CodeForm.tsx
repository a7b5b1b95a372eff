import { Tick } from '../../parts/Tick.tsx'
import { type FormProps, put } from './form.ts'
import { Member } from './Member.tsx'

/** Source code and its language. */
export const CodeForm = (form: FormProps) => (
  <>
    <Member {...form} member="language" label="Language" hint="Such as python, typescript or sql." />
    <Member {...form} member="code" label="Code" rows={12} mono />
    <Member {...form} member="filename" label="File name" />
    <Tick
      label="Learners can run it"
      isSelected={form.content.runnable === true}
      onChange={(is) => form.onChange(put(form.content, 'runnable', is))}
    />
  </>
)
