import { X } from 'lucide-react'
import { useState } from 'react'
import { getErrorMessageForUser } from '../../api/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { ComboBox, type ComboBoxOption } from '../../ui/ComboBox.tsx'
import { type CoursePart, findCourseParts } from '../course-parts.ts'
import { useCourseParts } from '../use-course-parts.ts'
import style from './Dialogs.module.css'
import { useKeyOfPart } from './use-key-of-part.ts'

export type PrerequisitesFieldProps = {
  /** The keys of the prerequisites. */
  keys: readonly string[]
  /** The id of the module or lesson whose prerequisites these are, or of the module of a new lesson. It is not offered. */
  ownId: string | undefined
  errorMessage: string | undefined
  onChange(keys: readonly string[]): void
}

const describePart = ({ level, place }: CoursePart) => (level === 'module' ? 'Module' : place)
/** The id of the option for a key that no part of the course has yet. */
const newKeyId = 'new key'

/** Asks for the modules and lessons that a learner should finish first. The author finds them by their names. */
export function PrerequisitesField({ keys, ownId, errorMessage, onChange }: PrerequisitesFieldProps) {
  const parts = useCourseParts()
  const [text, setText] = useState('')
  const [chosenId, setChosenId] = useState<string | null>(null)
  const { getKey, error } = useKeyOfPart()
  const typed = text.trim()
  const found = findCourseParts(text, parts).filter(
    ({ id, key }) => id !== ownId && (key === null || !keys.includes(key)),
  )
  const options: ComboBoxOption[] = found.map((part) => ({ id: part.id, name: part.name, detail: describePart(part) }))
  if (typed !== '' && !keys.includes(typed) && !parts.some(({ key }) => key === typed))
    options.push({ id: newKeyId, name: typed, detail: 'a key that no part of the course has yet' })

  async function choose(id: string): Promise<void> {
    setChosenId(id)
    setText('')
    const part = parts.find((one) => one.id === id)
    const key = part ? await getKey(part, parts) : typed
    if (key) onChange([...keys.filter((one) => one !== key), key])
  }
  return (
    <div className={style.prerequisites}>
      <ComboBox
        label="Prerequisites"
        hint="What a learner should finish first: find lessons and modules by their names, at most 20."
        text={text}
        options={options}
        selectedId={chosenId}
        emptyText="No lesson or module has this name."
        errorMessage={errorMessage ?? (error ? getErrorMessageForUser(error) : undefined)}
        onTextChange={(next) => {
          setChosenId(null)
          setText(next)
        }}
        onSelect={(id) => void choose(id)}
        onBlur={() => setText('')}
      />
      {keys.length > 0 && (
        <ul className={style.chosen} aria-label="Chosen prerequisites">
          {keys.map((key) => {
            const part = parts.find((one) => one.key === key)
            const name = part?.name ?? key
            return (
              <li key={key} className={style.chip}>
                <span>
                  <bdi>{name}</bdi> {!part && parts.length > 0 && <span className={style.soft}>no such key yet</span>}
                </span>
                <Button
                  variant="quiet"
                  isSmall
                  icon={<X aria-hidden />}
                  aria-label={`Remove “${name}”`}
                  onPress={() => onChange(keys.filter((one) => one !== key))}
                />
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
