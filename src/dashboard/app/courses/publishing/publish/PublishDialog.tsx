import { useId, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { LoadErrorNotice } from '../../../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../../../ui/LoadingPlaceholder.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useUnsavedEdit } from '../../../unsaved-edits/use-unsaved-edit.ts'
import { StorageFullNotice } from '../../dialogs/StorageFullNotice.tsx'
import { makeCoursePath } from '../../paths.ts'
import { CheckSection } from '../checks/CheckSection.tsx'
import { preventsPublish } from '../checks/findings.ts'
import { ChangesSection } from './ChangesSection.tsx'
import { LessonsToPublishFields } from './LessonsToPublishFields.tsx'
import style from './Publish.module.css'
import { PublishErrorNotice } from './PublishErrorNotice.tsx'
import { PublishTimeFields } from './PublishTimeFields.tsx'
import { usePublish } from './use-publish.ts'
import { selectChangeGroups, usePublishPlan } from './use-publish-plan.ts'

const maxMessageChars = 2000

/**
 * Shows a dialog that publishes a course. The dialog shows what changes for learners and what the checks have found,
 * and asks for a message and a start time.
 */
export function PublishDialog({ courseId, onClose }: { courseId: string; onClose(): void }) {
  const formId = useId()
  const [lessonIds, setLessonIds] = useState<readonly string[]>()
  const [start, setStart] = useState<string>()
  const { plan, error, retry } = usePublishPlan(courseId, lessonIds)
  const message = useUnsavedEdit(`publish:${courseId}`, {
    saved: '',
    info: () => ({
      title: `Message of a release: ${plan?.course.name ?? 'Course'}`,
      href: makeCoursePath(courseId),
      requires: { level: 'course', id: courseId },
    }),
  })
  const publish = usePublish(courseId, () => {
    message.discard()
    onClose()
  })
  const isScheduled = start !== undefined
  const actions = (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button variant="primary" type="submit" form={formId} isBusy={publish.isPending} isDisabled={!plan}>
        {isScheduled ? 'Schedule' : 'Publish'}
      </Button>
    </>
  )
  return (
    <Dialog
      title={plan ? `Publish “${plan.course.name}”` : 'Publish'}
      isOpen
      isWide
      onClose={onClose}
      actions={actions}
    >
      {error && <LoadErrorNotice error={error} onRetry={retry} />}
      {!plan && !error && <LoadingPlaceholder lines={8} />}
      {plan && (
        <>
          <ChangesSection
            plan={plan}
            groups={selectChangeGroups(plan.groups, plan.selectedIds)}
            isPartial={lessonIds !== undefined}
          />
          <CheckSection
            courseId={courseId}
            checks={plan.checks}
            lessonIds={plan.selectedIds}
            gate={plan.gate}
            outline={plan.outline}
            onLeave={onClose}
          />
          <form
            id={formId}
            className={style.form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              void publish.run({ message: message.value, lessonIds, start, confirm: plan.confirm })
            }}
          >
            {plan.course.liveReleaseNumber !== null && (
              <LessonsToPublishFields
                groups={plan.groups}
                lessonIds={lessonIds}
                errorMessage={publish.problems.lessons}
                onChange={setLessonIds}
              />
            )}
            <TextField
              label="What is new"
              hint="Authors see this in the list of releases. Learners do not."
              rows={2}
              maxLength={maxMessageChars}
              value={message.value}
              onChange={message.setValue}
            />
            <PublishTimeFields start={start} errorMessage={publish.problems.start} onChange={setStart} />
          </form>
          {!message.isStored && <StorageFullNotice />}
          {publish.error && (
            <PublishErrorNotice
              error={publish.error}
              areFindingsCorrected={!plan.checks.findings.some((finding) => preventsPublish(finding, plan.gate))}
            />
          )}
        </>
      )}
    </Dialog>
  )
}
