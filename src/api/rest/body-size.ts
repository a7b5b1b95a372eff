import { defaultMaxBodyBytes } from '../../operations/operation.ts'
import type { Route } from './routes.ts'

/** Returns a sentence that tells a client with a body of more than `maxBytes` bytes what to do. */
export type BodySizeAdviceWriter = (maxBytes: number) => string

/**
 * Makes the function that advises a client whose request body is too large. The advice names the routes with a larger
 * limit.
 */
export function makeBodySizeAdviceWriter(routes: readonly Route[]): BodySizeAdviceWriter {
  const large = routes.filter(({ rest, maxBodyBytes }) => !rest.rawBody && maxBodyBytes > defaultMaxBodyBytes)
  const largest = Math.max(defaultMaxBodyBytes, ...large.map(({ maxBodyBytes }) => maxBodyBytes))
  const names = large.map(
    ({ rest, largeBodyField }) => `${rest.method} ${rest.path}${largeBodyField ? ` with ${largeBodyField}` : ''}`,
  )
  const split = 'Split it into several requests.'
  const exceptions = `Only ${names.join(' and ')} may have ${largest.toLocaleString('en')} bytes.`
  return (maxBytes) => (maxBytes < largest ? `${split} ${exceptions}` : split)
}
