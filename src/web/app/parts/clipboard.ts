import { tellProblem } from './toasts.ts'

/** Copies a text; says so itself where the browser does not allow it, as on a page without HTTPS. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    tellProblem('The browser did not allow copying: select the text and copy it.')
    return false
  }
}
