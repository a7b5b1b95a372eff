import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ComboBox } from '../../ui/ComboBox.tsx'
import { type CoursePart, findCourseParts } from '../course-parts.ts'
import { useCourseParts } from '../use-course-parts.ts'
import style from './RichText.module.css'

type LinkFormProps = {
  url: string
  /** Called with the address, and with the text that the link has if no text is selected. */
  onApply(url: string, text: string): void
  onClose(): void
}

/** Whether a text is an address, or the beginning of one, rather than the name of a lesson. */
const isAddress = (text: string) => /^(?:[a-z][a-z0-9+.-]*:|www\.|[/#?])/i.test(text)

/** Returns the address of a link to a module or lesson, such as `lesson:roots`. */
const makeAddress = ({ level, key, id }: CoursePart) => `${level}:${encodeURIComponent(key ?? id)}`

/** Shows the field for the address of a link. The name of a module or lesson finds it. */
export function LinkForm({ url, onApply, onClose }: LinkFormProps) {
  const [text, setText] = useState(url)
  const parts = useCourseParts()
  const address = text.trim()
  const found = isAddress(address) ? [] : findCourseParts(address, parts)
  const apply = (part: CoursePart | undefined) => part && onApply(makeAddress(part), part.name)
  return (
    <form
      className={style.link}
      onSubmit={(event) => {
        event.preventDefault()
        onApply(address, address)
      }}
      onKeyDownCapture={(event) => {
        const { target } = event
        if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || address === '' || !found[0]) return
        if (target.hasAttribute('aria-activedescendant')) return
        event.preventDefault()
        event.stopPropagation()
        apply(found[0])
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <ComboBox
        label="Address of the link"
        autoFocus
        text={text}
        options={found.map((part) => ({
          id: part.id,
          name: part.name,
          detail: part.level === 'module' ? 'Module' : part.place,
        }))}
        selectedId={null}
        placeholder="https:// or the name of a lesson"
        onTextChange={setText}
        // The list ends its own handling of the focus first; the editor gets the focus afterwards.
        onSelect={(id) => setTimeout(() => apply(parts.find((part) => part.id === id)))}
      />
      <Button type="submit" isSmall variant="primary">
        {url === '' ? 'Add link' : 'Change link'}
      </Button>
      {url !== '' && (
        <Button isSmall onPress={() => onApply('', '')}>
          Remove link
        </Button>
      )}
      <Button isSmall onPress={onClose}>
        Cancel
      </Button>
    </form>
  )
}
