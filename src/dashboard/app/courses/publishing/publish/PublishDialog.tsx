import { useId, useRef, useState } from 'react'
import type { Visibility } from '../../../generated/operations.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { LoadErrorNotice } from '../../../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../../../ui/LoadingPlaceholder.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useUnsavedEdit } from '../../../unsaved-edits/use-unsaved-edit.ts'
import { BrowserStorageFullNotice } from '../../dialogs/BrowserStorageFullNotice.tsx'
import { useCloseConfirmation } from '../../dialogs/use-close-confirmation.tsx'
import { makeCoursePath } from '../../paths.ts'
import { CourseChecksSection } from '../checks/CourseChecksSection.tsx'
import { VisibilityFields } from '../settings/VisibilityFields.tsx'
import { ChangesToPublishSection } from './ChangesToPublishSection.tsx'
import { describeWhatPreventsPublish } from './describe-what-prevents-publish.ts'
import { LessonsToPublishFields } from './LessonsToPublishFields.tsx'
import { makeUnsavedEditNameOfReleaseMessage } from './message-edit.ts'
import style from './Publish.module.css'
import { PublishErrorNotice } from './PublishErrorNotice.tsx'
import { PublishedNotice } from './PublishedNotice.tsx'
import { PublishTimeFields } from './PublishTimeFields.tsx'
import { SelectedLessonsErrorNotice } from './SelectedLessonsErrorNotice.tsx'
import { UnsavedEditsNotice } from './UnsavedEditsNotice.tsx'
import { type PublishOutcome, usePublishCourse } from './use-publish-course.ts'
import { selectChangesInLessons, usePublishDialogData } from './use-publish-dialog-data.ts'
import { useUnsavedEditsOfCourse } from './use-unsaved-edits-of-course.ts'

const maxMessageChars = 2000

/**
 * Shows a dialog that publishes a course, and then the link for learners. The dialog shows what is not saved,
 * what the checks have found and what changes for learners. It asks for a message, who can read the course and from
 * when.
 */
export function PublishDialog({ courseId, onClose }: { courseId: string; onClose(): void }) {
  const formId = useId()
  const missingId = useId()
  const checksHeading = useRef<HTMLHeadingElement>(null)
  const [lessonIds, setLessonIds] = useState<readonly string[]>()
  const [start, setStart] = useState<string>()
  const [chosenVisibility, setVisibility] = useState<Visibility>()
  const { plan, error, retry } = usePublishDialogData(courseId, lessonIds)
  const message = useUnsavedEdit(makeUnsavedEditNameOfReleaseMessage(courseId), {
    saved: '',
    info: () => ({
      title: `Message of a release: ${plan?.course.name ?? 'Course'}`,
      href: makeCoursePath(courseId),
      requires: { level: 'course', id: courseId },
    }),
  })
  const unsavedEdits = useUnsavedEditsOfCourse(courseId)
  const [outcome, setOutcome] = useState<PublishOutcome>()
  const publish = usePublishCourse((publishedMessage, result) => {
    message.markSaved(publishedMessage, undefined)
    setOutcome(result)
  })
  const { close, question } = useCloseConfirmation({ isStored: message.isStored, onDiscard: message.discard, onClose })
  const visibility = chosenVisibility ?? plan?.course.visibility ?? 'private'
  const isScheduled = start !== undefined
  // The same dialog goes on, so that the focus comes back to the button that has opened it.
  if (outcome && plan)
    return (
      <Dialog
        title="Published"
        isOpen
        onClose={onClose}
        actions={
          <Button variant="primary" autoFocus onPress={onClose}>
            Done
          </Button>
        }
      >
        <PublishedNotice outcome={outcome} publicId={plan.publicId} />
      </Dialog>
    )
  // If no lesson is selected, the button stays enabled: a click shows the message "Select at least one lesson."
  const canSubmit = plan && (plan.confirm !== undefined || plan.isRefreshing || lessonIds?.length === 0)
  const missing = plan && describeWhatPreventsPublish(plan, lessonIds)
  const actions = (
    <>
      {missing !== undefined && (
        <p id={missingId} className={style.missing}>
          {missing}
        </p>
      )}
      <Button onPress={close}>Cancel</Button>
      <Button
        variant="primary"
        type="submit"
        form={formId}
        isBusy={publish.isPending || plan?.isRefreshing}
        isDisabled={!canSubmit}
        aria-describedby={missing === undefined ? undefined : missingId}
      >
        {isScheduled ? 'Schedule' : 'Publish'}
        {unsavedEdits.length > 0 && ' without unsaved edits'}
      </Button>
    </>
  )
  return (
    <Dialog title={plan ? `Publish “${plan.course.name}”` : 'Publish'} isOpen isWide onClose={close} actions={actions}>
      {error && <LoadErrorNotice error={error} onRetry={retry} />}
      {!plan && !error && <LoadingPlaceholder lines={8} />}
      {plan && (
        <>
          {unsavedEdits.length > 0 && <UnsavedEditsNotice edits={unsavedEdits} onLeave={onClose} />}
          <CourseChecksSection
            courseId={courseId}
            checks={plan.checks}
            lessonIds={plan.selectedIds}
            gate={plan.gate}
            outline={plan.names.after}
            headingRef={checksHeading}
            onLeave={onClose}
          />
          <ChangesToPublishSection
            plan={plan}
            groups={selectChangesInLessons(plan.groups, plan.selectedIds)}
            isPartial={lessonIds !== undefined}
          />
          <form
            id={formId}
            className={style.form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              if (plan.preventingCount > 0 && !plan.isRefreshing) return checksHeading.current?.focus()
              void publish.run(plan.course, {
                message: message.value,
                lessonIds,
                start,
                visibility,
                confirm: plan.confirm,
              })
            }}
          >
            {plan.course.liveReleaseNumber !== null && (
              <LessonsToPublishFields
                lessons={plan.lessons}
                lessonIds={lessonIds}
                errorMessage={publish.problems.lessons}
                onChange={setLessonIds}
              />
            )}
            {plan.partialError && lessonIds && (
              <SelectedLessonsErrorNotice
                error={plan.partialError}
                names={plan.names}
                onSelect={(ids) => setLessonIds([...new Set([...lessonIds, ...ids])])}
                onRetry={plan.retryPartial}
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
            <VisibilityFields legend="Who can read it" visibility={visibility} onChange={setVisibility} />
            <PublishTimeFields start={start} errorMessage={publish.problems.start} onChange={setStart} />
          </form>
          {!message.isStored && <BrowserStorageFullNotice />}
          {publish.error && (
            <PublishErrorNotice error={publish.error} areFindingsCorrected={plan.preventingCount === 0} />
          )}
        </>
      )}
      {question}
    </Dialog>
  )
}
