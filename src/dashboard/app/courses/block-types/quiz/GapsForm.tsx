import { Plus, Trash2 } from 'lucide-react'
import { listGapIds } from '../../../../../courses/block/quiz/gaps.ts'
import { Button } from '../../../ui/Button.tsx'
import type { BlockFormProps } from '../../block-content/block-form.ts'
import { getStringProperty } from '../../block-content/content.ts'
import form from '../../block-content/Form.module.css'
import { addGap, getRightTexts, readGaps, removeGap, replaceChoices, replaceRightTexts } from './gaps.ts'
import style from './QuizForm.module.css'
import { RightTextsField } from './RightTextsField.tsx'

/** Shows the form for the gaps in the text of a question. */
export function GapsForm({ content, errorAt, onChange }: BlockFormProps) {
  const idsInPrompt = new Set(listGapIds(getStringProperty(content, 'prompt')))
  const error = errorAt('answer') ?? errorAt('gaps')
  return (
    <div className={form.list}>
      <p className={style.hint}>{'Each {{name}} in the question is a gap.'}</p>
      {error && <p className={style.error}>{error}</p>}
      {readGaps(content).map((gap) => {
        const id = getStringProperty(gap, 'id')
        return (
          <div key={id} className={style.option}>
            <RightTextsField
              label={`Right texts for ${id}`}
              hint="One on each line."
              value={getRightTexts(content, id)}
              onChange={(texts) => onChange(replaceRightTexts(content, id, texts))}
            />
            <RightTextsField
              label={`Choices for ${id}`}
              hint="One on each line. Empty: learners write the text."
              value={gap.options}
              onChange={(texts) => onChange(replaceChoices(content, id, texts && [texts].flat()))}
            />
            {!idsInPrompt.has(id) && (
              <div className={style.optionActions}>
                <span className={style.hint}>The question has no gap {id}.</span>
                <Button
                  variant="quiet"
                  isSmall
                  icon={<Trash2 aria-hidden />}
                  onPress={() => onChange(removeGap(content, id))}
                >
                  Remove {id}
                </Button>
              </div>
            )}
          </div>
        )
      })}
      <div>
        <Button isSmall icon={<Plus aria-hidden />} onPress={() => onChange(addGap(content))}>
          Add gap
        </Button>
      </div>
    </div>
  )
}
