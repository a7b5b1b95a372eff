import { type RefObject, useEffect, useRef, useState } from 'react'
import { carriesFiles, getTransferredFiles } from './file-transfer.ts'

/**
 * Calls `onFiles` with the files that are dropped on an element, or pasted while the focus is in it. An element within
 * that takes the files itself comes first. Returns whether files are being dragged over the element.
 */
export function useFileDrop(
  ref: RefObject<HTMLElement | null>,
  onFiles: (files: File[]) => void,
  /** Finds the element from that of `ref`. By default, it is that element. */
  findTarget: (element: HTMLElement) => HTMLElement = (element) => element,
): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef({ onFiles, findTarget })
  latest.current = { onFiles, findTarget }
  useEffect(() => {
    const target = ref.current && latest.current.findTarget(ref.current)
    if (!target) return
    function onDragOver(event: DragEvent): void {
      if (event.defaultPrevented || !carriesFiles(event.dataTransfer)) {
        setOver(false)
        return
      }
      event.preventDefault()
      event.dataTransfer!.dropEffect = 'copy'
      setOver(true)
    }
    function onDragLeave(event: DragEvent): void {
      if (!target!.contains(event.relatedTarget as Node | null)) setOver(false)
    }
    function take(event: Event, transfer: DataTransfer | null): void {
      if (event.defaultPrevented) return
      const files = getTransferredFiles(transfer)
      if (files.length === 0) return
      event.preventDefault()
      latest.current.onFiles(files)
    }
    function onDrop(event: DragEvent): void {
      setOver(false)
      take(event, event.dataTransfer)
    }
    const onPaste = (event: ClipboardEvent) => take(event, event.clipboardData)
    target.addEventListener('dragover', onDragOver)
    target.addEventListener('dragleave', onDragLeave)
    target.addEventListener('drop', onDrop)
    target.addEventListener('paste', onPaste)
    return () => {
      target.removeEventListener('dragover', onDragOver)
      target.removeEventListener('dragleave', onDragLeave)
      target.removeEventListener('drop', onDrop)
      target.removeEventListener('paste', onPaste)
    }
  }, [ref])
  return isOver
}
