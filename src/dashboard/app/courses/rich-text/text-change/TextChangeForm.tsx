import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { Form } from 'react-aria-components/Form'
import { ApiError, getErrorMessageForUser } from '../../../api/api-error.ts'
import type { SuggestTextInput, TextTask } from '../../../generated/later-operations.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { LanguageField } from '../../LanguageField.tsx'
import style from './TextChange.module.css'

/** What the author says in addition to the task. */
export type TaskAnswer = Pick<SuggestTextInput, 'language' | 'instruction'>

type TextChangeFormProps = {
  task: TextTask
  /** What the author said last. */
  answer: TaskAnswer
  /** Why the language model has given no text. Undefined before it is asked. */
  error: unknown
  onSubmit(answer: TaskAnswer): void
  onCancel(): void
}

const maxInstructionChars = 500
const secondsPerHour = 3600

/** The language that was translated into last, so that it is chosen once for several texts. */
let lastLanguage: string | null = null

function explainFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.details.reason !== 'ai_budget') return getErrorMessageForUser(error)
  const hours = Math.ceil((error.retryAfterSeconds ?? secondsPerHour) / secondsPerHour)
  return `The language model has too little left for this workspace today. Try again in ${hours} ${hours === 1 ? 'hour' : 'hours'}, or select a shorter text.`
}

/** Asks what a task needs to know, and says why the language model has failed. */
export function TextChangeForm({ task, answer, error, onSubmit, onCancel }: TextChangeFormProps) {
  const [language, setLanguage] = useState(answer.language ?? lastLanguage)
  const [instruction, setInstruction] = useState(answer.instruction ?? '')
  const [isMissing, setMissing] = useState(false)
  const isAsked = task === 'translate' || task === 'custom'
  function submit(): void {
    const isIncomplete = (task === 'translate' && !language) || (task === 'custom' && instruction.trim() === '')
    setMissing(isIncomplete)
    if (isIncomplete) return
    lastLanguage = language
    onSubmit({ ...(task === 'translate' && { language }), ...(task === 'custom' && { instruction }) })
  }
  return (
    <Form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {task === 'translate' && (
        <LanguageField
          label="Into the language"
          autoFocus
          value={language}
          errorMessage={isMissing ? 'Choose a language.' : undefined}
          onChange={(tag) => {
            setMissing(false)
            setLanguage(tag)
          }}
        />
      )}
      {task === 'custom' && (
        <TextField
          label="What should change?"
          hint="For example: as a list of steps, with an example from the kitchen."
          autoFocus
          maxLength={maxInstructionChars}
          value={instruction}
          errorMessage={isMissing ? 'Say what should change.' : undefined}
          onChange={(text) => {
            setMissing(false)
            setInstruction(text)
          }}
        />
      )}
      {error !== undefined && <Notice variant="error">{explainFailure(error)}</Notice>}
      <div className={style.buttons}>
        <Button type="submit" variant="primary" isSmall icon={<Sparkles aria-hidden />} autoFocus={!isAsked}>
          {error !== undefined ? 'Try again' : task === 'translate' ? 'Translate' : 'Change'}
        </Button>
        <Button variant="quiet" isSmall onPress={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
