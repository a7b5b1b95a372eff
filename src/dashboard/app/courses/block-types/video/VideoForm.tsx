import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { BlockContentTextField } from '../../block-content/BlockContentTextField.tsx'
import type { BlockFormProps } from '../../block-content/block-form.ts'
import { type BlockContent, getObjectListProperty } from '../../block-content/content.ts'
import style from '../../block-content/Form.module.css'

/** Shows the form for a video: the URL, the captions, the transcript and the poster image. */
export function VideoForm(form: BlockFormProps) {
  const { content, errorAt, onChange } = form
  const captions = getObjectListProperty(content, 'captions')
  const setCaptions = (next: BlockContent[]) => onChange({ ...content, captions: next.length > 0 ? next : undefined })
  return (
    <>
      <BlockContentTextField
        {...form}
        property="url"
        label="Video URL"
        placeholder="https://"
        hint="A video file, or a page on YouTube or Vimeo."
      />
      {captions.map((track, index) => {
        const trackForm = {
          content: track,
          errorAt: (path: string) => errorAt(`captions.${index}.${path}`),
          onChange: (next: BlockContent) => setCaptions(captions.with(index, next)),
        }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a track has no id, and its form has no state.
          <fieldset key={index} className={style.fieldset}>
            <legend>Captions {index + 1}</legend>
            <BlockContentTextField
              {...trackForm}
              property="language"
              label="Language"
              hint="A language tag, such as en."
            />
            <BlockContentTextField {...trackForm} property="url" label="WebVTT file URL" placeholder="https://" />
            <Button
              isSmall
              variant="quiet"
              icon={<Trash2 aria-hidden />}
              onPress={() => setCaptions(captions.toSpliced(index, 1))}
            >
              Remove captions {index + 1}
            </Button>
          </fieldset>
        )
      })}
      <div>
        <Button isSmall icon={<Plus aria-hidden />} onPress={() => setCaptions([...captions, { language: 'en' }])}>
          Add captions
        </Button>
      </div>
      <BlockContentTextField {...form} property="transcript" label="Transcript" rows={4} />
      <BlockContentTextField {...form} property="posterUrl" label="Poster image URL" placeholder="https://" />
    </>
  )
}
