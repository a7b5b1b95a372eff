import { ApiError } from '../platform/errors.ts'

const message = 'There is no public course or lesson at this address.'

/** The 404 error of the pages for learners. It does not tell whether a course exists that is not public. */
export const pageNotFoundError = new ApiError('not_found', message)

/** A 404 error whose page links to another page that the learner may read. */
export class PageNotFoundError extends ApiError {
  readonly wayOn: { path: string; label: 'backToCourse' | 'allCourses' }

  constructor(wayOn: PageNotFoundError['wayOn']) {
    super('not_found', message)
    this.wayOn = wayOn
  }
}
