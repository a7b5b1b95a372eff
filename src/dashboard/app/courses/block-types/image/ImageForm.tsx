import { useState } from 'react'
import type { AssetPartsFragment } from '../../../generated/operations.ts'
import { BlockContentCheckbox } from '../../block-content/BlockContentCheckbox.tsx'
import { BlockContentTextField } from '../../block-content/BlockContentTextField.tsx'
import { type BlockFormProps, replaceContentProperty } from '../../block-content/block-form.ts'
import { getStringProperty } from '../../block-content/content.ts'
import { BlockSettings } from '../../block-content/MoreSettings.tsx'
import { useLatestContent } from '../../block-content/use-latest-content.ts'
import { AltTextField } from '../../files/alt-text/AltTextField.tsx'
import { useAssetAddress } from '../../files/asset-addresses.tsx'
import { FileField } from '../../files/FileField.tsx'

/** Shows the form for the picture, the alternative text and the caption of an image. */
export function ImageForm(form: BlockFormProps) {
  const { content, errorAt, onChange } = form
  const change = useLatestContent(form)
  // The alternative text is asked for as soon as a picture is chosen. A new key moves the focus to its field.
  const [chosenId, setChosenId] = useState<string>()
  const { asset } = useAssetAddress(getStringProperty(content, 'assetId'))
  function choose(asset: AssetPartsFragment | undefined): void {
    setChosenId(asset?.id)
    change(({ alt, url }) => ({
      assetId: asset?.id,
      url: asset ? undefined : url,
      alt: alt === undefined || alt === '' ? (asset?.alt ?? undefined) : alt,
    }))
  }
  const isDecorative = content.decorative === true
  return (
    <>
      <FileField
        label="Image"
        kinds={['picture']}
        assetId={getStringProperty(content, 'assetId')}
        isForWholeForm
        errorMessage={errorAt('assetId')}
        address={{
          label: 'Image URL',
          value: getStringProperty(content, 'url'),
          errorMessage: errorAt('url'),
          onChange: (url) => onChange(replaceContentProperty(content, 'url', url)),
        }}
        onChange={choose}
      />
      {!isDecorative && (
        <AltTextField
          key={chosenId}
          asset={asset}
          autoFocus={chosenId !== undefined}
          rows={2}
          hint="Describes the image for people who cannot see it."
          value={getStringProperty(content, 'alt')}
          errorMessage={errorAt('alt')}
          onChange={(alt) => onChange(replaceContentProperty(content, 'alt', alt))}
        />
      )}
      <BlockContentCheckbox {...form} property="decorative" label="Decorative: needs no alternative text" />
      <BlockContentTextField {...form} property="caption" label="Caption" />
      <BlockSettings {...form} properties={['link']}>
        <BlockContentTextField
          {...form}
          property="link"
          label="Link"
          hint="What a click on the image opens: an address, or a lesson such as lesson:light."
        />
      </BlockSettings>
    </>
  )
}
