import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { UnsavedEdit } from './store.ts'

const parameter = 'continue'

/**
 * Returns the URL path on which the user can continue an unsaved edit. The query opens the form: `?continue=module:ID`.
 */
export const makePathToContinueUnsavedEdit = ({ name, info: { href } }: UnsavedEdit): string =>
  href.includes('?') ? href : `${href}?${new URLSearchParams({ [parameter]: name })}`

/**
 * Returns the name of the unsaved edit in the URL (`?continue=NAME`). Call `finish` when the form closes, to remove the
 * name.
 */
export function useUnsavedEditToContinue() {
  const [params, setParams] = useSearchParams()
  function finish(): void {
    // `params` may be outdated since the last render, so `finish` reads the current URL.
    const rest = new URLSearchParams(window.location.search)
    if (!rest.has(parameter)) return
    rest.delete(parameter)
    setParams(rest, { replace: true })
  }
  return { continuedName: params.get(parameter) ?? undefined, finish }
}

/**
 * Returns the state of a dialog that opens if the URL names an unsaved edit, also while the page is shown. `find`
 * returns the open dialog for the name of an unsaved edit.
 */
export function useDialogOfUnsavedEdit<DialogState>(find: (name: string | undefined) => DialogState | undefined) {
  const { continuedName, finish } = useUnsavedEditToContinue()
  const [dialog, setDialog] = useState(() => find(continuedName))
  const [lastName, setLastName] = useState(continuedName)
  if (continuedName !== lastName) {
    setLastName(continuedName)
    const found = find(continuedName)
    if (found !== undefined) setDialog(found)
  }
  return { dialog, setDialog, finish }
}
