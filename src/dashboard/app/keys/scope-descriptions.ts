import { scopeDescriptions } from '../../../identity/scopes.ts'

/** Returns the API's description of a scope, or undefined if this version of the dashboard does not know the scope. */
export const getScopeDescription = (scope: string): string | undefined =>
  Object.hasOwn(scopeDescriptions, scope) ? scopeDescriptions[scope as keyof typeof scopeDescriptions] : undefined
