import { useId, useState } from 'react'
import { getErrorMessageForUser } from '../api/api-error.ts'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { useUncorrectedError } from '../api/use-uncorrected-error.ts'
import {
  type PublishGate,
  PublishingDocument,
  UpdateWorkspaceDocument,
  WorkspaceSettingsDocument,
} from '../generated/later-operations.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { LoadErrorNotice } from '../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../ui/LoadingPlaceholder.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageLayout } from '../ui/PageLayout.tsx'
import { Radio } from '../ui/Radio.tsx'
import { showToast } from '../ui/toast-queue.ts'
import style from './Workspace.module.css'
import { WorkspaceAppearanceForm } from './WorkspaceAppearanceForm.tsx'

const gates: Record<PublishGate, { label: string; hint: string }> = {
  errors: {
    label: 'No errors',
    hint: 'A course with an error cannot be published. An error is, for example, a quiz without a right answer.',
  },
  warnings: {
    label: 'No errors and no warnings',
    hint: 'A course with a warning cannot be published either. A warning is, for example, a link text that says nothing.',
  },
  off: { label: 'Anything', hint: 'Authors see what the checks have found, and can publish anyway.' },
}
const gateNames = ['errors', 'warnings', 'off'] as const

function PublishGateForm({ gate }: { gate: PublishGate }) {
  const groupName = useId()
  const [selected, setSelected] = useState(gate)
  const {
    mutate,
    isPending,
    error: lastError,
  } = useApiMutation(UpdateWorkspaceDocument, [WorkspaceSettingsDocument, PublishingDocument])
  const error = useUncorrectedError(lastError, { publishGate: selected })
  const save = () => mutate({ input: { publishGate: selected } }, { onSuccess: () => void showToast('Saved.') })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) save()
      }}
    >
      <fieldset className={style.choices}>
        <legend className="visually-hidden">Publish gate</legend>
        {gateNames.map((name) => (
          <div key={name}>
            <Radio
              group={groupName}
              label={gates[name].label}
              isSelected={selected === name}
              onSelect={() => setSelected(name)}
            />
            <p className={style.hint}>{gates[name].hint}</p>
          </div>
        ))}
      </fieldset>
      <p className={style.soft}>
        A finding that an author has dismissed never counts. Only people can change this setting. API keys cannot.
      </p>
      <div>
        <Button type="submit" isBusy={isPending} isDisabled={selected === gate}>
          Save
        </Button>
      </div>
      {error && <Notice variant="error">{getErrorMessageForUser(error)}</Notice>}
    </form>
  )
}

/** Shows the settings of the workspace. */
export function WorkspacePage() {
  const { data, error, refetch } = useApiQuery(WorkspaceSettingsDocument)
  return (
    <PageLayout title="Workspace" lead={data && `The settings of ${data.workspace.name}.`}>
      {error && <LoadErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Card>
          <LoadingPlaceholder lines={6} />
        </Card>
      )}
      {data && (
        <Card title="Name and colour" lead="What learners see of the workspace.">
          <WorkspaceAppearanceForm
            key={`${data.workspace.name} ${data.workspace.accentColor}`}
            saved={data.workspace}
          />
        </Card>
      )}
      {data && (
        <Card title="Publish gate" lead="A course can be published if the checks find:">
          <PublishGateForm key={data.workspace.publishGate} gate={data.workspace.publishGate} />
        </Card>
      )}
    </PageLayout>
  )
}
