import { useId } from 'react'
import { findFieldErrorMessage } from '../../../api/api-error.ts'
import { useIdempotentMutation } from '../../../api/use-idempotent-mutation.ts'
import type { PublishingQuery } from '../../../generated/later-operations.ts'
import { UpdateCourseDocument, type Visibility } from '../../../generated/operations.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CodeSnippet } from '../../../ui/CodeSnippet.tsx'
import { Radio } from '../../../ui/Radio.tsx'
import field from '../../../ui/TextField.module.css'
import { TextField } from '../../../ui/TextField.tsx'
import { showToast } from '../../../ui/toast-queue.ts'
import { useUnsavedEdit } from '../../../unsaved-edits/use-unsaved-edit.ts'
import { courseQueriesToInvalidate } from '../../course-queries.ts'
import { BrowserStorageFullNotice } from '../../dialogs/BrowserStorageFullNotice.tsx'
import { RestoredUnsavedEditNotice } from '../../dialogs/RestoredUnsavedEditNotice.tsx'
import { SavedElsewhereNotice } from '../../dialogs/SavedElsewhereNotice.tsx'
import { SaveErrorNotice } from '../../dialogs/SaveErrorNotice.tsx'
import { makePublishingPath } from '../../paths.ts'
import style from '../Publishing.module.css'

type Course = NonNullable<PublishingQuery['course']>
type Fields = { visibility: Visibility; slug: string }

const visibilities: Record<Visibility, { label: string; hint: string }> = {
  private: {
    label: 'Private',
    hint: 'Only your own sites and apps, which send an API key with the scope delivery:read.',
  },
  public: { label: 'Public', hint: 'Everybody who has the address, without signing in.' },
}
const visibilityNames = ['private', 'public'] as const

/** Returns the address of the page on which learners read a public course. */
export const makePublicCourseUrl = (publicId: string, { id, slug }: Pick<Course, 'id' | 'slug'>) =>
  `${window.location.origin}/learn/${publicId}/${slug ?? id}`

/**
 * Shows the form for the visibility and the slug of a course, and the address of a public course. The browser stores
 * unsaved changes as an unsaved edit.
 */
export function VisibilityAndSlugCard({ course, publicId }: { course: Course; publicId: string }) {
  const groupName = useId()
  const { run, isPending, error, reset } = useIdempotentMutation(UpdateCourseDocument, courseQueriesToInvalidate)
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
    if (result && edit.markSaved(sent, result.updateCourse.version)) showToast('Saved.')
  }
  return (
    <Card title="Who can read it" lead="Readers see the live release only, never the draft.">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) void save(edit.version)
        }}
      >
        {edit.isRestored && !isConflict && <RestoredUnsavedEditNotice onDiscard={discard} />}
        <fieldset className={style.fieldset}>
          <legend className={field.label}>Visibility</legend>
          {visibilityNames.map((option) => (
            <div key={option}>
              <Radio
                group={groupName}
                label={visibilities[option].label}
                isSelected={visibility === option}
                onSelect={() => change({ visibility: option })}
              />
              <p className={style.choiceHint}>{visibilities[option].hint}</p>
            </div>
          ))}
        </fieldset>
        <TextField
          label="Slug"
          hint="The name of the course in its address: lower-case words joined by hyphens. Links to the old address break."
          maxLength={100}
          value={slug}
          errorMessage={slugError}
          onChange={(text) => change({ slug: text })}
        />
        {course.visibility === 'public' && (
          <CodeSnippet label="address for learners" text={makePublicCourseUrl(publicId, course)} />
        )}
        <div className={style.buttons}>
          <Button type="submit" isBusy={isPending} isDisabled={!edit.isDirty}>
            Save
          </Button>
        </div>
        {!edit.isStored && <BrowserStorageFullNotice />}
        {isConflict && <SavedElsewhereNotice onUseSaved={discard} onOverwrite={() => void save(version)} />}
        {error && !isConflict && slugError === undefined && <SaveErrorNotice error={error} />}
      </form>
    </Card>
  )
}
