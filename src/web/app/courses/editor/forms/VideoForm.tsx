import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../../../parts/Button.tsx'
import { type Content, listIn } from '../../blocks/content.ts'
import style from '../Editor.module.css'
import type { FormProps } from './form.ts'
import { Member } from './Member.tsx'

/** A film's address, with its captions and what is said in it. */
export function VideoForm(form: FormProps) {
  const { content, problem, onChange } = form
  const captions = listIn(content, 'captions')
  const write = (next: Content[]) => onChange({ ...content, captions: next.length > 0 ? next : undefined })
  return (
    <>
      <Member
        {...form}
        member="url"
        label="Address of the film"
        placeholder="https://"
        hint="A film file, or a page at YouTube or Vimeo."
      />
      {captions.map((track, index) => {
        const part = {
          content: track,
          problem: (path: string) => problem(`captions.${index}.${path}`),
          onChange: (next: Content) => write(captions.with(index, next)),
        }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a track is nothing but its place and its two texts.
          <fieldset key={index} className={style.part}>
            <legend>Captions {index + 1}</legend>
            <Member {...part} member="language" label="Language" hint="A tag such as en." />
            <Member {...part} member="url" label="Address of the WebVTT file" placeholder="https://" />
            <Button
              small
              look="quiet"
              icon={<Trash2 aria-hidden />}
              onPress={() => write(captions.toSpliced(index, 1))}
            >
              Remove captions {index + 1}
            </Button>
          </fieldset>
        )
      })}
      <div>
        <Button small icon={<Plus aria-hidden />} onPress={() => write([...captions, { language: 'en' }])}>
          Add captions
        </Button>
      </div>
      <Member {...form} member="transcript" label="What is said, as text" rows={4} />
      <Member {...form} member="posterUrl" label="Address of the picture that stands for it" placeholder="https://" />
    </>
  )
}
