import { Plus, X } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type BlockFormProps, replaceContentProperty } from './block-form.ts'
import { getTextListProperty } from './content.ts'
import style from './Form.module.css'

type TextListFormProps = BlockFormProps & {
  property: string
  /** What one text is, such as `Hint`. */
  label: string
}

/** Shows the form for a list of texts, such as hints. */
export function TextListForm({ content, errorAt, onChange, property, label }: TextListFormProps) {
  const texts = getTextListProperty(content, property)
  const setTexts = (next: string[]) => onChange(replaceContentProperty(content, property, next.length > 0 ? next : ''))
  const name = label.toLowerCase()
  return (
    <div className={style.list}>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text has no id, and its field has no state.
        <div key={index} className={style.entry}>
          <TextField
            label={`${label} ${index + 1}`}
            rows={2}
            value={text}
            errorMessage={errorAt(`${property}.${index}`)}
            onChange={(next) => setTexts(texts.with(index, next))}
          />
          <Button
            variant="quiet"
            isSmall
            icon={<X aria-hidden />}
            aria-label={`Remove ${name} ${index + 1}`}
            onPress={() => setTexts(texts.toSpliced(index, 1))}
          />
        </div>
      ))}
      <div>
        <Button isSmall icon={<Plus aria-hidden />} onPress={() => setTexts([...texts, ''])}>
          Add {name}
        </Button>
      </div>
    </div>
  )
}
