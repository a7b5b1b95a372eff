import { useRepeatable } from '../../data/repeatable.ts'
import type { NodeKind } from '../../generated/operations.ts'
import { tell, tellProblem } from '../../parts/toasts.ts'
import { levels } from '../levels.ts'
import { courseReads } from '../reads.ts'

/** Copies a thing with all below it to the place after it. */
export function useDuplicate(kind: NodeKind): (id: string) => Promise<void> {
  const { run } = useRepeatable(levels[kind].duplicate, courseReads)
  return async (id) => {
    const isDone = (await run({ id })) !== undefined
    if (isDone) tell(`The ${kind} has been copied.`)
    else tellProblem(`The ${kind} was not copied. Try again.`)
  }
}
