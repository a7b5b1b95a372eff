import { Checkbox } from '../../../ui/Checkbox.tsx'
import { BlockContentTextField } from '../../block-content/BlockContentTextField.tsx'
import { type BlockFormProps, replaceContentProperty } from '../../block-content/block-form.ts'

/** Shows the form for the URL, the alternative text and the caption of an image. */
export function ImageForm(form: BlockFormProps) {
  const isDecorative = form.content.decorative === true
  return (
    <>
      <BlockContentTextField {...form} property="url" label="Image URL" placeholder="https://" />
      {!isDecorative && (
        <BlockContentTextField
          {...form}
          property="alt"
          label="Alternative text"
          rows={2}
          hint="Describes the image for people who cannot see it."
        />
      )}
      <Checkbox
        label="Decorative: needs no alternative text"
        isSelected={isDecorative}
        onChange={(isSelected) => form.onChange(replaceContentProperty(form.content, 'decorative', isSelected))}
      />
      <BlockContentTextField {...form} property="caption" label="Caption" />
    </>
  )
}
