import { Checkbox } from '../../../ui/Checkbox.tsx'
import { type BlockFormProps, replaceContentProperty } from '../../block-content/block-form.ts'
import { ContentPropertyTextField } from '../../block-content/ContentPropertyTextField.tsx'

/** Shows the form for the URL, the alternative text and the caption of an image. */
export function ImageForm(form: BlockFormProps) {
  const isDecorative = form.content.decorative === true
  return (
    <>
      <ContentPropertyTextField {...form} property="url" label="Image URL" placeholder="https://" />
      {!isDecorative && (
        <ContentPropertyTextField
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
      <ContentPropertyTextField {...form} property="caption" label="Caption" />
    </>
  )
}
