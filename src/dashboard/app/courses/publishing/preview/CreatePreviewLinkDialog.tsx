import { useState } from 'react'
import { findFieldErrorMessage } from '../../../api/api-error.ts'
import { useApiQuery } from '../../../api/hooks.ts'
import { useIdempotentMutation } from '../../../api/use-idempotent-mutation.ts'
import { useUncorrectedError } from '../../../api/use-uncorrected-error.ts'
import {
  CreatePreviewLinkDocument,
  PreviewLinksDocument,
  ReleasesDocument,
} from '../../../generated/later-operations.ts'
import { queueDialog } from '../../../ui/dialog-queue.ts'
import { Select } from '../../../ui/Select.tsx'
import { FormDialog } from '../../dialogs/FormDialog.tsx'
import { DateTimeField } from '../DateTimeField.tsx'
import { formatTimeForDateTimeInput, parseDateTimeInput } from '../time-zone.ts'
import { CreatedPreviewLinkDialog } from './CreatedPreviewLinkDialog.tsx'

const dayMs = 86_400_000

const durations = [
  { value: '1', label: 'In a day' },
  { value: '7', label: 'In a week' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: 'time', label: 'At a time' },
] as const
type Duration = (typeof durations)[number]['value']

const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

/** Shows a dialog that creates a preview link. Another dialog then shows the link. */
export function CreatePreviewLinkDialog({ courseId, onClose }: { courseId: string; onClose(): void }) {
  const releases = useApiQuery(ReleasesDocument, { courseId, page: 1 })
  const [shown, setShown] = useState('draft')
  const [duration, setDuration] = useState<Duration>('7')
  const [time, setTime] = useState(() => formatTimeForDateTimeInput(inDays(7)))
  const [timeError, setTimeError] = useState<string>()
  const { run, isPending, error: lastError } = useIdempotentMutation(CreatePreviewLinkDocument, [PreviewLinksDocument])
  const error = useUncorrectedError(lastError, { release: shown, expiresAt: [duration, time] })

  async function create(): Promise<void> {
    const expiresAt = duration === 'time' ? parseDateTimeInput(time) : inDays(Number(duration))
    setTimeError(expiresAt ? undefined : 'Enter a date and a time.')
    if (!expiresAt) return
    const input = { release: shown === 'draft' ? undefined : Number(shown), expiresAt }
    const created = (await run({ courseId, input }))?.createPreviewLink
    if (!created) return
    onClose()
    queueDialog((close) => <CreatedPreviewLinkDialog {...created} onClose={close} />)
  }
  const endError = findFieldErrorMessage(error, 'expiresAt')
  const options = (releases.data?.releasePage.items ?? []).map(({ number }) => ({
    value: String(number),
    label: `Release ${number}`,
  }))
  return (
    <FormDialog
      title="Create preview link"
      action="Create link"
      isBusy={isPending}
      error={error}
      onSave={() => void create()}
      onClose={onClose}
    >
      <Select
        label="The link shows"
        value={shown}
        options={[{ value: 'draft', label: 'The draft, always in its current state' }, ...options]}
        onChange={setShown}
      />
      <Select
        label="The link ends"
        value={duration}
        options={durations}
        errorMessage={duration === 'time' ? undefined : endError}
        onChange={(value) => setDuration(value)}
      />
      {duration === 'time' && (
        <DateTimeField
          label="Ends on"
          value={time}
          errorMessage={timeError ?? endError}
          onChange={(text) => {
            setTime(text)
            setTimeError(undefined)
          }}
        />
      )}
    </FormDialog>
  )
}
