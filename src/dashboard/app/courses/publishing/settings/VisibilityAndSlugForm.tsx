import { findFieldErrorMessage } from '../../../api/api-error.ts'
import { useIdempotentMutation } from '../../../api/use-idempotent-mutation.ts'
import { useUncorrectedError } from '../../../api/use-uncorrected-error.ts'
import type { PublishingQuery } from '../../../generated/later-operations.ts'
import { UpdateCourseDocument, type Visibility } from '../../../generated/operations.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { showToast } from '../../../ui/toast-queue.ts'
import { useUnsavedEdit } from '../../../unsaved-edits/use-unsaved-edit.ts'
import { courseQueriesToInvalidate } from '../../course-queries.ts'
import { BrowserStorageFullNotice } from '../../dialogs/BrowserStorageFullNotice.tsx'
import { RestoredUnsavedEditNotice } from '../../dialogs/RestoredUnsavedEditNotice.tsx'
import { SavedElsewhereNotice } from '../../dialogs/SavedElsewhereNotice.tsx'
import { SaveErrorNotice } from '../../dialogs/SaveErrorNotice.tsx'
import { makePublishingPath } from '../../paths.ts'
import { proposeSlug } from '../../propose-slug.ts'
import style from '../Publishing.module.css'
import { LearnersLink } from './LearnersLink.tsx'
import { VisibilityFields } from './VisibilityFields.tsx'
import { makePublicCourseUrl } from './visibility.ts'

type VisibilityAndSlugFormProps = { course: NonNullable<PublishingQuery['course']>; publicId: string }
type Fields = { visibility: Visibility; slug: string }

/**
 * Shows the form for the visibility and the slug of a course, and the address of a public course. The browser stores
 * unsaved changes as an unsaved edit.
 */
export function VisibilityAndSlugForm({ course, publicId }: VisibilityAndSlugFormProps) {
  const {
    run,
    isPending,
    error: lastError,
    reset,
  } = useIdempotentMutation(UpdateCourseDocument, courseQueriesToInvalidate)
  const { id, name, version } = course
  const edit = useUnsavedEdit<Fields>(`visibility:${id}`, {
    saved: { visibility: course.visibility, slug: course.slug ?? '' },
    version,
    info: () => ({
      title: `Visibility and slug: ${name}`,
      href: makePublishingPath(id),
      requires: { level: 'course', id },
    }),
  })
  const { visibility, slug } = edit.value
  const isConflict = edit.isDirty && edit.version !== version && !isPending
  const error = useUncorrectedError(lastError, { visibility, slug })
  const slugError = findFieldErrorMessage(error, 'slug')
  const change = (some: Partial<Fields>) => edit.updateValue((latest) => ({ ...latest, ...some }))
  const discard = () => {
    reset()
    edit.discard()
  }

  async function save(expectedVersion: number | undefined): Promise<void> {
    const sent = edit.value
    edit.markSent(sent)
    const input = { visibility: sent.visibility, slug: sent.slug.trim() || null }
    const result = await run({ id, input, expectedVersion })
    if (!result) return edit.markFailed()
    if (edit.markSaved(sent, result.updateCourse.version)) showToast('Saved.')
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) void save(edit.version)
      }}
    >
      {edit.isRestored && !isConflict && <RestoredUnsavedEditNotice onDiscard={discard} />}
      <VisibilityFields
        legend="Visibility"
        visibility={visibility}
        onChange={(chosen) =>
          change({ visibility: chosen, ...(chosen !== 'private' && slug === '' && { slug: proposeSlug(name) }) })
        }
      />
      <TextField
        label="Slug"
        hint="The name of the course in its address: lower-case words joined by hyphens. An address with a former slug leads here."
        maxLength={100}
        value={slug}
        errorMessage={slugError}
        onChange={(text) => change({ slug: text })}
      />
      {course.visibility !== 'private' && <LearnersLink url={makePublicCourseUrl(publicId, course)} />}
      <div className={style.buttons}>
        <Button type="submit" isBusy={isPending} isDisabled={!edit.isDirty}>
          Save
        </Button>
      </div>
      {!edit.isStored && <BrowserStorageFullNotice />}
      {isConflict && <SavedElsewhereNotice onUseSaved={discard} onOverwrite={() => void save(version)} />}
      {error && !isConflict && slugError === undefined && <SaveErrorNotice error={error} />}
    </form>
  )
}
