import { useSearchParams } from 'wouter'
import type { UnsavedEdit } from './store.ts'

const parameter = 'continue'

/**
 * Returns the URL path on which the user can continue an unsaved edit. If the path does not say which form to open, the
 * query does: `?continue=module:ID`.
 */
export const makePathToContinueUnsavedEdit = ({ name, info: { href } }: UnsavedEdit): string =>
  href.includes('?') ? href : `${href}?${new URLSearchParams({ [parameter]: name })}`

/**
 * Returns the name of the unsaved edit that the page's URL asks to continue, if any. `finish` removes the name from the
 * URL. Call it when the form closes, so that a reload does not open the form again.
 */
export function useUnsavedEditToContinue() {
  const [params, setParams] = useSearchParams()
  function finish(): void {
    // The URL may have changed since the component was rendered.
    const rest = new URLSearchParams(window.location.search)
    if (!rest.has(parameter)) return
    rest.delete(parameter)
    setParams(rest, { replace: true })
  }
  return { continuedName: params.get(parameter) ?? undefined, finish }
}
