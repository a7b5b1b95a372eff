import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { BlockContentTextField } from '../../block-content/BlockContentTextField.tsx'
import { type BlockFormProps, replaceContentProperty } from '../../block-content/block-form.ts'
import { type BlockContent, getObjectListProperty, getStringProperty } from '../../block-content/content.ts'
import style from '../../block-content/Form.module.css'
import { useLatestContent } from '../../block-content/use-latest-content.ts'
import { FileField } from '../../files/FileField.tsx'
import { guessLanguage } from '../../files/file-kinds.ts'
import { getLanguageName } from '../../labels.ts'

type TrackFormProps = BlockFormProps & { number: number; onRemove(): void }

/** Shows the form for the captions in one language. */
function TrackForm({ number, onRemove, ...form }: TrackFormProps) {
  const { content, errorAt, onChange } = form
  const change = useLatestContent(form)
  const language = getStringProperty(content, 'language')
  const languageName = language && getLanguageName(language)
  return (
    <fieldset className={style.fieldset}>
      <legend>
        Captions {number}
        {languageName && languageName !== language && `: ${languageName}`}
      </legend>
      <BlockContentTextField {...form} property="language" label="Language" hint="A language tag, such as en." />
      <FileField
        label="File"
        kinds={['captions']}
        assetId={getStringProperty(content, 'assetId')}
        errorMessage={errorAt('assetId')}
        address={{
          label: 'WebVTT file URL',
          value: getStringProperty(content, 'url'),
          errorMessage: errorAt('url'),
          onChange: (url) => onChange(replaceContentProperty(content, 'url', url)),
        }}
        onChange={(asset) =>
          change((latest) => ({
            assetId: asset?.id,
            url: asset ? undefined : latest.url,
            language: (asset && guessLanguage(asset.name)) ?? latest.language,
          }))
        }
      />
      <div>
        <Button isSmall variant="quiet" icon={<Trash2 aria-hidden />} onPress={onRemove}>
          Remove captions {number}
        </Button>
      </div>
    </fieldset>
  )
}

/** Shows the forms for the captions of a video, by language. */
export function CaptionsForm(form: BlockFormProps) {
  const { content, errorAt } = form
  const change = useLatestContent(form)
  const captions = getObjectListProperty(content, 'captions')
  const setCaptions = (next: BlockContent[]) => change({ captions: next.length > 0 ? next : undefined })
  return (
    <>
      {captions.map((track, index) => (
        <TrackForm
          // biome-ignore lint/suspicious/noArrayIndexKey: a track has no id.
          key={index}
          number={index + 1}
          content={track}
          errorAt={(path) => errorAt(`captions.${index}.${path}`)}
          onChange={(next) =>
            change((latest) => ({ captions: getObjectListProperty(latest, 'captions').with(index, next) }))
          }
          onRemove={() => setCaptions(captions.toSpliced(index, 1))}
        />
      ))}
      <div>
        <Button isSmall icon={<Plus aria-hidden />} onPress={() => setCaptions([...captions, { language: 'en' }])}>
          Add captions
        </Button>
      </div>
    </>
  )
}
