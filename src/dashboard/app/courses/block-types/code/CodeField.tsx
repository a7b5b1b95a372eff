import { useRef } from 'react'
import type { KeyboardEvent } from 'react-aria-components'
import { TextField } from '../../../ui/TextField.tsx'
import { type BlockFormProps, replaceContentProperty } from '../../block-content/block-form.ts'
import { getStringProperty } from '../../block-content/content.ts'
import { indent, outdent } from './indent.ts'

/** Replaces the text of a field so that the browser can undo it. */
function edit(field: HTMLTextAreaElement, isBack: boolean): void {
  const { value, selectionStart, selectionEnd } = field
  const next = (isBack ? outdent : indent)({ text: value, start: selectionStart, end: selectionEnd })
  if (next.text === value) return
  let from = 0
  while (from < value.length && value[from] === next.text[from]) from += 1
  let same = 0
  const most = Math.min(value.length, next.text.length) - from
  while (same < most && value.at(-1 - same) === next.text.at(-1 - same)) same += 1
  field.setSelectionRange(from, value.length - same)
  const inserted = next.text.slice(from, next.text.length - same)
  document.execCommand(inserted === '' ? 'delete' : 'insertText', false, inserted)
  field.setSelectionRange(next.start, next.end)
}

type CodeFieldProps = BlockFormProps & { property: string; label: string; rows: number }

/** Shows a field for code. Tab indents; after Escape, Tab leaves the field. */
export function CodeField({ content, errorAt, onChange, property, label, rows }: CodeFieldProps) {
  const isLeaving = useRef(false)
  function onKeyDown(event: KeyboardEvent): void {
    const isEscape = event.key === 'Escape' && !event.nativeEvent.isComposing
    const isTab = event.key === 'Tab' && !(event.ctrlKey || event.metaKey || event.altKey)
    if (isTab && !isLeaving.current) {
      event.preventDefault()
      edit(event.target as HTMLTextAreaElement, event.shiftKey)
    } else if (isEscape && !isLeaving.current) {
      // The dialog stays open. A second Escape closes it.
      isLeaving.current = true
    } else {
      if (!isEscape && !isTab && event.key !== 'Shift') isLeaving.current = false
      event.continuePropagation()
    }
  }
  return (
    <TextField
      label={label}
      rows={rows}
      isMonospace
      hint="Tab indents. To leave the field, press Escape and then Tab."
      value={getStringProperty(content, property)}
      errorMessage={errorAt(property)}
      onChange={(text) => onChange(replaceContentProperty(content, property, text))}
      onKeyDown={onKeyDown}
      onBlur={() => {
        isLeaving.current = false
      }}
    />
  )
}
