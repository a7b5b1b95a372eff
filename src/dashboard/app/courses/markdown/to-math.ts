import { useSyncExternalStore } from 'react'
import type { ToMath } from '../../../../markup/tree/to-html-tree.ts'

const asWritten: ToMath = () => undefined
let toMath = asWritten
let isLoading = false
const listeners = new Set<() => void>()

/** Loads KaTeX, or leaves the formulas as they are written, and tries again with the next text. */
async function load(): Promise<void> {
  if (isLoading) return
  isLoading = true
  try {
    toMath = (await import('../../../../markup/tree/formula.ts')).toMathElement
    for (const listener of listeners) listener()
  } catch {
    isLoading = false
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  void load()
  return () => listeners.delete(listener)
}

const withoutFormula = () => () => {}
const mayHaveFormula = /\$|\\\[|\bmath\b/

/** Returns what shows the formulas of a text: as they are written until KaTeX is loaded, which is large, and needed by few texts. */
export function useToMath(text: string): ToMath {
  const isAsked = mayHaveFormula.test(text)
  return useSyncExternalStore(isAsked ? subscribe : withoutFormula, () => (isAsked ? toMath : asWritten))
}
