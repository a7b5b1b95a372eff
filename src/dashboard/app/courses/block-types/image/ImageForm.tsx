import { Checkbox } from '../../../ui/Checkbox.tsx'
import { type BlockFormProps, replaceContentMember } from '../../block-content/block-form.ts'
import { ContentMemberTextField } from '../../block-content/ContentField.tsx'

/** Shows the form for the URL, the alternative text and the caption of an image. */
export function ImageForm(form: BlockFormProps) {
  const isDecorative = form.content.decorative === true
  return (
    <>
      <ContentMemberTextField {...form} member="url" label="Image URL" placeholder="https://" />
      {!isDecorative && (
        <ContentMemberTextField
          {...form}
          member="alt"
          label="Alternative text"
          rows={2}
          hint="Describes the image for people who cannot see it."
        />
      )}
      <Checkbox
        label="Decorative: needs no alternative text"
        isSelected={isDecorative}
        onChange={(isSelected) => form.onChange(replaceContentMember(form.content, 'decorative', isSelected))}
      />
      <ContentMemberTextField {...form} member="caption" label="Caption" />
    </>
  )
}
