import { findFieldErrorMessage, getErrorMessageForUser } from '../api/api-error.ts'

/**
 * Returns a message that explains why a new order of a list was not saved. The API refuses the order if another person
 * has added or deleted an item meanwhile. The page then loads the list again.
 */
export const getMoveErrorMessage = (error: unknown): string =>
  findFieldErrorMessage(error, 'ids') === undefined
    ? getErrorMessageForUser(error)
    : 'The list was changed in another tab or by another person. It now shows these changes, so you can move the item again.'
