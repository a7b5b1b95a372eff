import type { AssetPartsFragment } from '../../../generated/operations.ts'
import { UploadList } from '../../../uploads/UploadList.tsx'
import { useUploads } from '../../../uploads/use-uploads.ts'
import { BlockContentTextField } from '../../block-content/BlockContentTextField.tsx'
import { type BlockFormProps, replaceContentProperty } from '../../block-content/block-form.ts'
import { getObjectListProperty, getStringProperty } from '../../block-content/content.ts'
import { BlockSettings } from '../../block-content/MoreSettings.tsx'
import { useLatestContent } from '../../block-content/use-latest-content.ts'
import { FileField } from '../../files/FileField.tsx'
import { guessKind, guessLanguage } from '../../files/file-kinds.ts'
import { CaptionsForm } from './CaptionsForm.tsx'

/** Shows the form for a video or a sound: the file, the captions, the transcript and the poster image. */
export function VideoForm(form: BlockFormProps) {
  const { content, errorAt, onChange } = form
  const change = useLatestContent(form)
  const captionUploads = useUploads(({ id, name }) =>
    change(({ captions }) => ({
      captions: [
        ...getObjectListProperty({ captions }, 'captions'),
        { language: guessLanguage(name) ?? 'en', assetId: id },
      ],
    })),
  )
  function chooseFile(asset: AssetPartsFragment | undefined): void {
    const isSound = asset?.type?.startsWith('audio/') === true
    change(({ url, mediaType }) => ({
      assetId: asset?.id,
      url: asset ? undefined : url,
      // Learners get a player for sound by the media type.
      mediaType: isSound ? asset.type : asset ? undefined : mediaType,
    }))
  }
  function takeCaptions(file: File): boolean {
    const isCaptions = guessKind(file) === 'captions'
    if (isCaptions) captionUploads.add([file])
    return isCaptions
  }
  return (
    <>
      <FileField
        label="Video or sound"
        kinds={['film', 'sound']}
        assetId={getStringProperty(content, 'assetId')}
        isForWholeForm
        errorMessage={errorAt('assetId')}
        address={{
          label: 'Video URL',
          hint: 'A video file, or a page on YouTube or Vimeo.',
          value: getStringProperty(content, 'url'),
          errorMessage: errorAt('url'),
          onChange: (url) => onChange(replaceContentProperty(content, 'url', url)),
        }}
        onOtherFile={takeCaptions}
        onChange={chooseFile}
      />
      <CaptionsForm {...form} />
      <UploadList {...captionUploads} />
      <BlockContentTextField {...form} property="transcript" label="Transcript" rows={4} />
      <FileField
        label="Poster image"
        kinds={['picture']}
        assetId={getStringProperty(content, 'posterAssetId')}
        errorMessage={errorAt('posterAssetId')}
        address={{
          label: 'Poster image URL',
          value: getStringProperty(content, 'posterUrl'),
          errorMessage: errorAt('posterUrl'),
          onChange: (url) => onChange(replaceContentProperty(content, 'posterUrl', url)),
        }}
        onChange={(asset) =>
          change(({ posterUrl }) => ({ posterAssetId: asset?.id, posterUrl: asset ? undefined : posterUrl }))
        }
      />
      <BlockSettings {...form} properties={['mediaType']}>
        <BlockContentTextField
          {...form}
          property="mediaType"
          label="Media type"
          hint="Such as video/mp4, or audio/mpeg for a sound."
        />
      </BlockSettings>
    </>
  )
}
