import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { SearchField as AriaSearchField, Input, Label } from 'react-aria-components/SearchField'
import style from './SearchField.module.css'
import field from './TextField.module.css'

const debounceMs = 250

type SearchFieldProps = {
  label: string
  placeholder: string
  /** The search that is shown. It has no spaces at its ends. */
  value: string
  /** Called a moment after the user stops typing. */
  onChange(search: string): void
}

/** Shows a search field. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const latestOnChange = useRef(onChange)
  latestOnChange.current = onChange
  // When the back button or a link changes the search, the field shows the new one. The field keeps a typed space,
  // because the user may type another word.
  useEffect(() => setText((typed) => (typed.trim() === value ? typed : value)), [value])
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => latestOnChange.current(text.trim()), debounceMs)
    return () => clearTimeout(timer)
  }, [text, value])
  return (
    <AriaSearchField className={style.search!} value={text} onChange={setText} aria-label={label}>
      <Label className="visually-hidden">{label}</Label>
      <Search aria-hidden size={16} />
      <Input className={field.input!} placeholder={placeholder} />
      {text && (
        <Button className={style.clear!} aria-label="Clear search">
          <X aria-hidden size={15} />
        </Button>
      )}
    </AriaSearchField>
  )
}
