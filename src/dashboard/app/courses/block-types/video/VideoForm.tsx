import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import type { BlockFormProps } from '../../block-content/block-form.ts'
import { ContentMemberTextField } from '../../block-content/ContentField.tsx'
import { type BlockContent, getObjectListMember } from '../../block-content/content.ts'
import style from '../../block-content/Form.module.css'

/** Shows the form for a video: the URL, the captions, the transcript and the poster image. */
export function VideoForm(form: BlockFormProps) {
  const { content, errorAt, onChange } = form
  const captions = getObjectListMember(content, 'captions')
  const setCaptions = (next: BlockContent[]) => onChange({ ...content, captions: next.length > 0 ? next : undefined })
  return (
    <>
      <ContentMemberTextField
        {...form}
        member="url"
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
            <ContentMemberTextField
              {...trackForm}
              member="language"
              label="Language"
              hint="A language tag, such as en."
            />
            <ContentMemberTextField {...trackForm} member="url" label="WebVTT file URL" placeholder="https://" />
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
      <ContentMemberTextField {...form} member="transcript" label="Transcript" rows={4} />
      <ContentMemberTextField {...form} member="posterUrl" label="Poster image URL" placeholder="https://" />
    </>
  )
}
