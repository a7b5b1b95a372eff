import { defaultMaxBodyBytes } from '../../operations/operation.ts'
import type { Route } from './routes.ts'

/** Returns what the client of a request with a body of more than `maxBytes` bytes can do. */
export type BodySizeAdvice = (maxBytes: number) => string

/** Makes a function that advises the client of a request whose body is too large. The advice names the routes with a larger limit. */
export function makeBodySizeAdvice(routes: readonly Route[]): BodySizeAdvice {
  const large = routes.filter(({ maxBodyBytes }) => maxBodyBytes > defaultMaxBodyBytes)
  const largest = Math.max(defaultMaxBodyBytes, ...large.map(({ maxBodyBytes }) => maxBodyBytes))
  const names = large.map(
    ({ rest, largeBodyMember }) => `${rest.method} ${rest.path}${largeBodyMember ? ` with ${largeBodyMember}` : ''}`,
  )
  const split = 'Split it into several requests.'
  const exceptions = `Only ${names.join(' and ')} may have ${largest.toLocaleString('en')} bytes.`
  return (maxBytes) => (maxBytes < largest ? `${split} ${exceptions}` : split)
}
