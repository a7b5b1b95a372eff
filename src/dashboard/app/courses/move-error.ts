import { findFieldErrorMessage, getErrorMessageForUser } from '../api/api-error.ts'

/**
 * Returns a message that explains why a new order was not saved. An error at `ids` means that the list was changed
 * meanwhile.
 */
export const getMoveErrorMessage = (error: unknown): string =>
  findFieldErrorMessage(error, 'ids') === undefined
    ? getErrorMessageForUser(error)
    : 'The list was changed in another tab or by another person. It now shows these changes, so you can move the item again.'
