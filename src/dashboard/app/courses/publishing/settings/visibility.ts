import type { PublishingQuery } from '../../../generated/later-operations.ts'
import type { Visibility } from '../../../generated/operations.ts'

type Course = NonNullable<PublishingQuery['course']>

/** Who can read a course, from nobody to everybody. */
export const visibilities: readonly { value: Visibility; label: string; hint: string }[] = [
  {
    value: 'private',
    label: 'Private',
    hint: 'Only your own sites and apps, which send an API key with the scope delivery:read.',
  },
  {
    value: 'unlisted',
    label: 'Unlisted',
    hint: 'Everybody who has the address, without signing in. Lists and search engines do not show it.',
  },
  { value: 'public', label: 'Public', hint: 'Everybody, without signing in. The page of the workspace lists it.' },
]

/** Returns the address of the page on which learners read a public or unlisted course. */
export const makePublicCourseUrl = (publicId: string, { id, slug }: Pick<Course, 'id' | 'slug'>) =>
  `${window.location.origin}/learn/${publicId}/${slug ?? id}`
