import { useSearchParams } from 'wouter'
import type { UnsavedEdit } from './store.ts'

const parameter = 'continue'

/**
 * Returns the URL path and query of the page on which the user can continue an unsaved edit. The query tells the page
 * which form to open: `?continue=module:ID`. If `href` already has a query, returns `href` unchanged.
 */
export const makePathToContinueUnsavedEdit = ({ name, info: { href } }: UnsavedEdit): string =>
  href.includes('?') ? href : `${href}?${new URLSearchParams({ [parameter]: name })}`

/**
 * Returns the name of the unsaved edit to continue, if the page's URL contains one (`?continue=NAME`). `finish` removes
 * the name from the URL. Call `finish` when the form closes, so that a reload does not open the form again.
 */
export function useUnsavedEditToContinue() {
  const [params, setParams] = useSearchParams()
  function finish(): void {
    // `params` may be out of date, because the URL may have changed since the component was rendered. So `finish` reads
    // the current URL.
    const rest = new URLSearchParams(window.location.search)
    if (!rest.has(parameter)) return
    rest.delete(parameter)
    setParams(rest, { replace: true })
  }
  return { continuedName: params.get(parameter) ?? undefined, finish }
}
