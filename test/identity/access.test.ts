import { expect, test } from 'vitest'
import { findAccessError } from '../../src/identity/access.ts'

test('a caller whose credential was refused is no anonymous learner', () => {
  const errorFor = (refusal?: string) =>
    findAccessError('learner', { caller: { kind: 'anonymous', ...(refusal && { refusal }) }, api: 'rest' })
  expect(errorFor()).toBeUndefined()
  expect(errorFor('The API key has expired.')).toMatchObject({ status: 401, message: 'The API key has expired.' })
})
