import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Form } from 'react-aria-components/Form'
import { ApiError, findFieldErrorMessage, getErrorMessageForUser } from '../../api/api-error.ts'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { UpdateAssetDocument } from '../../generated/later-operations.ts'
import { AssetDocument, type AssetPartsFragment, FilesDocument, LessonDocument } from '../../generated/operations.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import { LoadErrorNotice } from '../../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../../ui/LoadingPlaceholder.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { AltTextField } from '../files/alt-text/AltTextField.tsx'
import { getIconOfType, getKindOfType } from '../files/file-kinds.ts'
import { AssetUseList } from './AssetUseList.tsx'
import { DeleteFileDialog } from './DeleteFileDialog.tsx'
import style from './Library.module.css'

const formatSeconds = (durationMs: number) =>
  `${Math.floor(durationMs / 60_000)}:${String(Math.floor(durationMs / 1000) % 60).padStart(2, '0')} min`

function FilePreview({ file: { type, url, name, alt } }: { file: AssetPartsFragment }) {
  const kind = getKindOfType(type)
  const Icon = getIconOfType(type)
  return (
    <div className={style.preview}>
      {url && kind === 'picture' && <img src={url} alt={alt || name} />}
      {/* biome-ignore lint/a11y/useMediaCaption: the captions belong to the block that shows the film. */}
      {url && kind === 'film' && <video src={url} controls preload="metadata" aria-label={name} />}
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript belongs to the block that plays the sound. */}
      {url && kind === 'sound' && <audio src={url} controls preload="metadata" aria-label={name} />}
      {(!url || kind === 'captions' || kind === 'document' || !kind) && (
        <Icon aria-hidden size={48} strokeWidth={1.25} />
      )}
    </div>
  )
}

function FileFacts({ file }: { file: AssetPartsFragment }) {
  const { type, bytes, width, height, durationMs, createdAt } = file
  const facts: [string, string | null | undefined | false][] = [
    ['Type', type],
    ['Size', formatBytes(bytes)],
    ['Dimensions', width && height ? `${width} × ${height} pixels` : null],
    ['Duration', durationMs ? formatSeconds(durationMs) : null],
    ['Added', formatDateTime(createdAt)],
  ]
  return (
    <dl className={style.facts}>
      {facts.flatMap(([name, value]) =>
        value ? [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>] : [],
      )}
    </dl>
  )
}

type FileDetailsProps = { file: AssetPartsFragment; formId: string; onSaved(): void }

function FileDetails({ file, formId, onSaved }: FileDetailsProps) {
  const [name, setName] = useState(file.name)
  const [alt, setAlt] = useState(file.alt ?? '')
  const update = useApiMutation(UpdateAssetDocument, [AssetDocument, FilesDocument, LessonDocument])
  const isPicture = getKindOfType(file.type) === 'picture'
  const errors = { name: findFieldErrorMessage(update.error, 'name'), alt: findFieldErrorMessage(update.error, 'alt') }
  // The form is made anew when the file changes, so a callback of `mutate` would not be called.
  async function save(): Promise<void> {
    const input = { name, ...(isPicture && { alt: alt || null }) }
    if (!(await update.mutateAsync({ id: file.id, input }).catch(() => undefined))) return
    showToast('Saved.')
    onSaved()
  }
  return (
    <div className={style.details}>
      <div className={style.form}>
        <FilePreview file={file} />
        <FileFacts file={file} />
      </div>
      <div className={style.form}>
        {file.state !== 'ready' && (
          <Notice variant="warning">
            {file.state === 'pending'
              ? 'The upload of this file is not complete. It is deleted after a day.'
              : 'The content of this file was refused. The entry is deleted after a day.'}
          </Notice>
        )}
        <Form
          id={formId}
          className={style.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (!update.isPending) void save()
          }}
        >
          <TextField label="Name" isRequired value={name} errorMessage={errors.name} onChange={setName} />
          {isPicture && (
            <AltTextField
              asset={file.state === 'ready' ? file : undefined}
              rows={3}
              hint="Describes the picture, wherever it has no other description."
              value={alt}
              errorMessage={errors.alt}
              onChange={setAlt}
            />
          )}
          {update.error && !errors.name && !errors.alt && (
            <Notice variant="error">{getErrorMessageForUser(update.error)}</Notice>
          )}
        </Form>
        <div>
          <h3 className={style.heading}>Used in</h3>
          <AssetUseList id={file.id} />
        </div>
        <div className={style.buttons}>
          {file.url && (
            <CopyButton text={new URL(file.url, window.location.origin).href} label="Copy address for an hour" />
          )}
          <CopyButton text={file.id} label="Copy id" />
          {getKindOfType(file.type) === 'picture' && (
            <CopyButton text={`![${file.alt ?? ''}](asset:${file.id})`} label="Copy Markdown" />
          )}
        </div>
      </div>
    </div>
  )
}

/** Shows a file with its name and its alternative text, which can be changed, and where it is used. */
export function FileDetailsDialog({ id, onClose }: { id: string; onClose(): void }) {
  const formId = useId()
  const [isDeleting, setDeleting] = useState(false)
  const { data, error, refetch } = useApiQuery(AssetDocument, { id })
  const file = data?.asset
  const isGone = error instanceof ApiError && error.code === 'not_found'
  const actions = file && (
    <>
      <Button variant="quiet" icon={<Trash2 aria-hidden />} onPress={() => setDeleting(true)}>
        Delete file
      </Button>
      <Button variant="primary" type="submit" form={formId}>
        Save
      </Button>
    </>
  )
  return (
    <>
      <Dialog title={file?.name ?? 'File'} isOpen isWide onClose={onClose} actions={actions}>
        {isGone && <Notice>This file does not exist any more.</Notice>}
        {error && !isGone && !file && <LoadErrorNotice error={error} onRetry={() => void refetch()} />}
        {!file && !error && <LoadingPlaceholder lines={5} />}
        {file && <FileDetails key={`${file.name} ${file.alt}`} file={file} formId={formId} onSaved={onClose} />}
      </Dialog>
      {file && isDeleting && <DeleteFileDialog file={file} onDeleted={onClose} onClose={() => setDeleting(false)} />}
    </>
  )
}
