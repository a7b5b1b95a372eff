import { useState } from 'react'
import { ComboBox } from '../ui/ComboBox.tsx'
import { getLanguageName } from './labels.ts'
import { findLanguages, findLanguageTag, type Language, listLanguages } from './languages.ts'

type LanguageFieldProps = {
  /** A language tag, or what the author has typed if it means no language. */
  value: string | null
  errorMessage?: string | undefined
  label?: string
  autoFocus?: boolean
  onChange(value: string | null): void
}

const toOption = ({ tag, name, ownName }: Language) => ({
  id: tag,
  name,
  detail: [...new Set([ownName, tag])].filter((text) => text !== name).join(' · '),
})

/** Asks for a language: one of a list, which the author searches by name or tag, or any other language tag. */
export function LanguageField({ value, errorMessage, label = 'Language', autoFocus, onChange }: LanguageFieldProps) {
  const [languages] = useState(() => listLanguages())
  const nameOf = (tag: string | null) => (tag === null ? '' : getLanguageName(tag))
  /** The text of the field, and the value that it stands for. */
  const [typed, setTyped] = useState({ text: nameOf(value), value })
  const [isLeft, setLeft] = useState(true)
  // Something else has changed the value, such as “Discard”.
  if (typed.value !== value) setTyped({ text: nameOf(value), value })
  function change(text: string, next: string | null): void {
    setTyped({ text, value: next })
    onChange(next)
  }
  const { text } = typed
  const isUnknown = value !== null && findLanguageTag(value, languages) === undefined
  const isChosen = value !== null && !isUnknown && text === nameOf(value)
  return (
    <ComboBox
      label={label}
      autoFocus={autoFocus}
      hint="Search by name, or enter a tag such as pt-BR."
      text={text}
      options={(isChosen ? languages : findLanguages(text, languages)).map(toOption)}
      selectedId={isChosen ? value : null}
      errorMessage={
        errorMessage ?? (isLeft && isUnknown ? 'No language has this name. Choose one of the list.' : undefined)
      }
      onTextChange={(next) => {
        setLeft(false)
        if (next !== text) change(next, findLanguageTag(next, languages) ?? (next.trim() || null))
      }}
      onSelect={(tag) => change(nameOf(tag), tag)}
      onBlur={() => {
        setLeft(true)
        setTyped({ text: nameOf(value), value })
      }}
    />
  )
}
