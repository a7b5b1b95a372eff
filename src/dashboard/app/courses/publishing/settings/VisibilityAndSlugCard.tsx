import { useId, useState } from 'react'
import { findFieldErrorMessage, getErrorMessageForUser } from '../../../api/api-error.ts'
import { useIdempotentMutation } from '../../../api/use-idempotent-mutation.ts'
import type { PublishingQuery } from '../../../generated/later-operations.ts'
import { UpdateCourseDocument, type Visibility } from '../../../generated/operations.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CodeSnippet } from '../../../ui/CodeSnippet.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Radio } from '../../../ui/Radio.tsx'
import field from '../../../ui/TextField.module.css'
import { TextField } from '../../../ui/TextField.tsx'
import { showToast } from '../../../ui/toast-queue.ts'
import { courseQueriesToInvalidate } from '../../course-queries.ts'
import style from '../Publishing.module.css'

type Course = NonNullable<PublishingQuery['course']>

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
 * Shows the form for the visibility and the slug of a course. If the course is public, also shows the address of its
 * public page.
 */
export function VisibilityAndSlugCard({ course, publicId }: { course: Course; publicId: string }) {
  const groupName = useId()
  const [visibility, setVisibility] = useState(course.visibility)
  const [slug, setSlug] = useState(course.slug ?? '')
  const { run, isPending, error } = useIdempotentMutation(UpdateCourseDocument, courseQueriesToInvalidate)
  const isChanged = visibility !== course.visibility || slug !== (course.slug ?? '')
  const slugError = findFieldErrorMessage(error, 'slug')

  async function save(): Promise<void> {
    const input = { visibility, slug: slug.trim() || null }
    const result = await run({ id: course.id, input, expectedVersion: course.version })
    if (result) showToast('Saved.')
  }
  return (
    <Card title="Who can read it" lead="Readers see the live release only, never the draft.">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) void save()
        }}
      >
        <fieldset className={style.fieldset}>
          <legend className={field.label}>Visibility</legend>
          {visibilityNames.map((name) => (
            <div key={name}>
              <Radio
                group={groupName}
                label={visibilities[name].label}
                isSelected={visibility === name}
                onSelect={() => setVisibility(name)}
              />
              <p className={style.choiceHint}>{visibilities[name].hint}</p>
            </div>
          ))}
        </fieldset>
        <TextField
          label="Slug"
          hint="The name of the course in its address: lower-case words joined by hyphens. Links to the old address break."
          maxLength={100}
          value={slug}
          errorMessage={slugError}
          onChange={setSlug}
        />
        {course.visibility === 'public' && (
          <CodeSnippet label="address for learners" text={makePublicCourseUrl(publicId, course)} />
        )}
        <div className={style.buttons}>
          <Button type="submit" isBusy={isPending} isDisabled={!isChanged}>
            Save
          </Button>
        </div>
        {error && slugError === undefined && <Notice variant="error">{getErrorMessageForUser(error)}</Notice>}
      </form>
    </Card>
  )
}
