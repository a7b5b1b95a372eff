import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { invalidateQueries, invalidateQueriesInOtherTabs } from '../api/query-client.ts'
import type { AssetPartsFragment } from '../generated/operations.ts'
import { showErrorToast, showToast } from '../ui/toast-queue.ts'
import { getUploadErrorMessage } from './upload-error.ts'
import { uploadFile } from './upload-file.ts'

/** A file that is being uploaded, or whose upload has failed. */
export type Upload = {
  id: number
  file: File
  /** `checking` means that all bytes have arrived, and the service looks at them. */
  state: 'waiting' | 'sending' | 'checking' | 'failed'
  sentBytes: number
  error?: unknown
}

/** How many files one list uploads at the same time. */
const maxRunning = 2
/** The queries that a new file changes. */
const invalidated = ['Files', 'Viewer']

let lastId = 0

/** The uploads that are not at their end. While there are some, the browser asks before it closes the tab. */
const unfinished = new Set<number>()
const warn = (event: BeforeUnloadEvent) => event.preventDefault()
function setUnfinished(ids: readonly number[], isUnfinished: boolean): void {
  for (const id of ids) {
    if (isUnfinished) unfinished.add(id)
    else unfinished.delete(id)
  }
  if (unfinished.size > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

type OnUploaded = (asset: AssetPartsFragment, upload: Upload) => void

/** What becomes of a file whose upload ends after its component has gone. */
type Late = { place: string; onUploaded: OnUploaded }
const intoLibrary: Late = {
  place: 'in the library',
  onUploaded: ({ name }) => void showToast(`${name} is in the library.`),
}

/** Uploads files, and calls `onUploaded` for each. An upload goes on when the component goes: see `Late`. */
export function useUploads(onUploaded: OnUploaded, late = intoLibrary) {
  const client = useQueryClient()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const running = useRef(new Map<number, { upload: Upload; controller: AbortController }>())
  const waiting = useRef<Upload[]>([])
  const isGone = useRef(false)
  const latest = useRef({ onUploaded, late })
  latest.current = { onUploaded, late }

  const change = (id: number, some: Partial<Upload>) =>
    setUploads((list) => list.map((upload) => (upload.id === id ? { ...upload, ...some } : upload)))
  const remove = (id: number) => setUploads((list) => list.filter((upload) => upload.id !== id))

  async function run(upload: Upload): Promise<void> {
    const { id, file } = upload
    const controller = new AbortController()
    const { signal } = controller
    running.current.set(id, { upload, controller })
    change(id, { state: 'sending', sentBytes: 0, error: undefined })
    try {
      const onProgress = (sentBytes: number) =>
        change(id, { sentBytes, state: sentBytes < file.size ? 'sending' : 'checking' })
      const asset = await uploadFile(file, { signal, onProgress })
      if (signal.aborted) return
      client.setQueryData(['Asset', { id: asset.id }], { asset })
      remove(id)
      const { current } = latest
      if (isGone.current) current.late.onUploaded(asset, upload)
      else current.onUploaded(asset, upload)
      invalidateQueriesInOtherTabs(invalidated)
      void invalidateQueries(invalidated, client)
    } catch (error) {
      if (signal.aborted) return
      change(id, { state: 'failed', error })
      if (isGone.current) showErrorToast(`${file.name} was not uploaded. ${getUploadErrorMessage(error, file)}`)
    } finally {
      running.current.delete(id)
      setUnfinished([id], false)
      startNext()
    }
  }
  function startNext(): void {
    while (running.current.size < maxRunning) {
      const next = waiting.current.shift()
      if (!next) return
      void run(next)
    }
  }
  function stop(id: number): void {
    waiting.current = waiting.current.filter((upload) => upload.id !== id)
    setUnfinished([id], false)
    running.current.get(id)?.controller.abort()
  }
  function enqueue(added: readonly Upload[]): void {
    waiting.current.push(...added)
    setUnfinished(
      added.map(({ id }) => id),
      true,
    )
    startNext()
  }

  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      const left = [...[...running.current.values()].map(({ upload }) => upload), ...waiting.current]
      if (left.length === 0) return
      const files = left.length === 1 ? left[0]!.file.name : `${left.length} files`
      showToast(`${files} will be ${latest.current.late.place} once uploaded.`)
    }
  }, [])

  return {
    uploads,
    /** Begins the upload of files. Returns the uploads. */
    add(files: readonly File[]): Upload[] {
      const added = files.map((file): Upload => ({ id: ++lastId, file, state: 'waiting', sentBytes: 0 }))
      setUploads((list) => [...list, ...added])
      enqueue(added)
      return added
    },
    retry(upload: Upload): void {
      change(upload.id, { state: 'waiting', error: undefined })
      enqueue([upload])
    },
    /** Ends an upload, or removes one that has failed from the list. */
    cancel(id: number): void {
      stop(id)
      remove(id)
    },
  }
}
