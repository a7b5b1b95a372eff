import { ImagePlus } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import type { AssetPartsFragment } from '../../generated/operations.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { UploadList } from '../../uploads/UploadList.tsx'
import { useFileDrop } from '../../uploads/use-file-drop.ts'
import { type Upload, useUploads } from '../../uploads/use-uploads.ts'
import { ChooseFilesButton } from './ChooseFilesButton.tsx'
import style from './Files.module.css'
import {
  hasLostPlaceholder,
  insertAt,
  makeAssetMarkdown,
  makePlaceholder,
  removeLostPlaceholders,
  replacePlaceholder,
} from './markdown-placeholder.ts'

type MarkdownFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  value: string
  onChange(text: string): void
}

/**
 * Shows a field for Markdown. A file that is dropped on it or pasted is uploaded, and appears where the cursor is: until
 * then with a placeholder, which stays if the upload fails.
 */
export function MarkdownField({ value, onChange, ...props }: MarkdownFieldProps) {
  const field = useRef<HTMLDivElement>(null)
  const wasFocused = useRef(false)
  const latest = useRef(value)
  latest.current = value
  function change(text: string): void {
    latest.current = text
    onChange(text)
  }
  function finish(asset: AssetPartsFragment, { id, file }: Upload): void {
    const next = replacePlaceholder(latest.current, id, makeAssetMarkdown(asset))
    if (next === undefined) showToast(`${file.name} is in the library. Its place in the text was removed.`)
    else change(next)
  }
  const { uploads, add, retry, cancel } = useUploads(finish)
  function insert(files: readonly File[]): void {
    const area = field.current?.querySelector('textarea')
    const end = latest.current.length
    // A field that has never had the focus says that its cursor is at the start.
    const [from, to] = area && wasFocused.current ? [area.selectionStart, area.selectionEnd] : [end, end]
    const placeholders = add(files).map(({ id, file }) => makePlaceholder(id, file.name))
    change(insertAt(latest.current, from, to, placeholders))
    area?.focus()
  }
  function drop(id: number): void {
    cancel(id)
    const next = replacePlaceholder(latest.current, id, '')
    if (next !== undefined) change(next)
  }
  const isOver = useFileDrop(field, insert)
  const ids = uploads.map(({ id }) => id)
  return (
    <div ref={field} className={isOver ? `${style.markdown} ${style.over}` : style.markdown}>
      <TextField
        {...props}
        value={value}
        onChange={change}
        onFocus={() => {
          wasFocused.current = true
        }}
      />
      <div>
        <ChooseFilesButton kinds={['picture']} allowsMultiple icon={<ImagePlus aria-hidden />} onFiles={insert}>
          Add picture
        </ChooseFilesButton>
      </div>
      <UploadList uploads={uploads} retry={retry} cancel={drop} />
      {hasLostPlaceholder(value, ids) && (
        <Notice
          variant="warning"
          action={
            <Button isSmall onPress={() => change(removeLostPlaceholders(latest.current, ids))}>
              Remove placeholder
            </Button>
          }
        >
          A file was not uploaded, because the form was closed too early. Add it again.
        </Notice>
      )}
    </div>
  )
}
