import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { invalidateQueries, invalidateQueriesInOtherTabs } from '../api/query-client.ts'
import type { AssetPartsFragment } from '../generated/operations.ts'
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

/** Uploads files, and calls `onUploaded` for each. An upload ends with the component that has begun it. */
export function useUploads(onUploaded: (asset: AssetPartsFragment, upload: Upload) => void) {
  const client = useQueryClient()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const running = useRef(new Map<number, AbortController>())
  const waiting = useRef<Upload[]>([])
  const latest = useRef(onUploaded)
  latest.current = onUploaded

  const change = (id: number, some: Partial<Upload>) =>
    setUploads((list) => list.map((upload) => (upload.id === id ? { ...upload, ...some } : upload)))
  const remove = (id: number) => setUploads((list) => list.filter((upload) => upload.id !== id))

  async function run(upload: Upload): Promise<void> {
    const { id, file } = upload
    const controller = new AbortController()
    const { signal } = controller
    running.current.set(id, controller)
    change(id, { state: 'sending', sentBytes: 0, error: undefined })
    try {
      const onProgress = (sentBytes: number) =>
        change(id, { sentBytes, state: sentBytes < file.size ? 'sending' : 'checking' })
      const asset = await uploadFile(file, { signal, onProgress })
      if (signal.aborted) return
      client.setQueryData(['Asset', { id: asset.id }], { asset })
      remove(id)
      latest.current(asset, upload)
      invalidateQueriesInOtherTabs(invalidated)
      void invalidateQueries(invalidated, client)
    } catch (error) {
      if (!signal.aborted) change(id, { state: 'failed', error })
    } finally {
      running.current.delete(id)
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
  function enqueue(added: readonly Upload[]): void {
    waiting.current.push(...added)
    startNext()
  }

  const isBusy = uploads.some(({ state }) => state !== 'failed')
  useEffect(() => {
    if (!isBusy) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isBusy])
  useEffect(() => {
    const controllers = running.current
    return () => {
      waiting.current = []
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])

  return {
    uploads,
    isBusy,
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
      waiting.current = waiting.current.filter((upload) => upload.id !== id)
      running.current.get(id)?.abort()
      remove(id)
    },
  }
}
