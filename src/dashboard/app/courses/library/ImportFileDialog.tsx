import { useId, useState } from 'react'
import { Form } from 'react-aria-components/Form'
import { findFieldErrorMessage, getErrorMessageForUser } from '../../api/api-error.ts'
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import { useUncorrectedError } from '../../api/use-uncorrected-error.ts'
import { ImportAssetDocument } from '../../generated/later-operations.ts'
import { FilesDocument, ViewerDocument } from '../../generated/operations.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { showToast } from '../../ui/toast-queue.ts'

type ImportFileDialogProps = { onImported(id: string): void; onClose(): void }

/** Shows a dialog that copies a file from an address on the Internet into the library. */
export function ImportFileDialog({ onImported, onClose }: ImportFileDialogProps) {
  const formId = useId()
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const {
    run,
    isPending,
    error: lastError,
  } = useIdempotentMutation(ImportAssetDocument, [FilesDocument, ViewerDocument])
  const error = useUncorrectedError(lastError, { url, name })
  const errors = { url: findFieldErrorMessage(error, 'url'), name: findFieldErrorMessage(error, 'name') }
  async function submit(): Promise<void> {
    const result = await run({ input: { url: url.trim(), ...(name.trim() && { name: name.trim() }) } })
    if (!result) return
    showToast(`${result.importAsset.name} is in the library.`)
    onImported(result.importAsset.id)
  }
  const actions = (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button variant="primary" type="submit" form={formId} isBusy={isPending} isDisabled={url.trim() === ''}>
        Import
      </Button>
    </>
  )
  return (
    <Dialog title="Import from an address" isOpen onClose={onClose} actions={actions}>
      <Form
        id={formId}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending && url.trim() !== '') void submit()
        }}
      >
        <TextField
          label="Address"
          autoFocus
          isRequired
          placeholder="https://"
          hint="The file is copied, so that your courses do not depend on the other site."
          value={url}
          errorMessage={errors.url}
          onChange={setUrl}
        />
        <TextField
          label="Name"
          hint="Leave empty for the last part of the address."
          value={name}
          errorMessage={errors.name}
          onChange={setName}
        />
        {error && !errors.url && !errors.name && <Notice variant="error">{getErrorMessageForUser(error)}</Notice>}
      </Form>
    </Dialog>
  )
}
