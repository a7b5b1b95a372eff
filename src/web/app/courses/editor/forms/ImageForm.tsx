import { Tick } from '../../parts/Tick.tsx'
import { type FormProps, put } from './form.ts'
import { Member } from './Member.tsx'

/** A picture's address, and what it shows in words. */
export function ImageForm(form: FormProps) {
  const isDecorative = form.content.decorative === true
  return (
    <>
      <Member {...form} member="url" label="Address of the picture" placeholder="https://" />
      {!isDecorative && (
        <Member
          {...form}
          member="alt"
          label="What it shows"
          rows={2}
          hint="For those who do not see it: what it says, not that it is a picture."
        />
      )}
      <Tick
        label="It is decoration, and says nothing that the text does not"
        isSelected={isDecorative}
        onChange={(is) => form.onChange(put(form.content, 'decorative', is))}
      />
      <Member {...form} member="caption" label="Line below the picture" />
    </>
  )
}
