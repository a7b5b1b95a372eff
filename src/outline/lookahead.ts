import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql'
import type { Depth } from './reads.ts'

/** Whether a field is selected here or in a fragment, and what is selected below it. */
function below(info: GraphQLResolveInfo, sets: readonly SelectionSetNode[], name: string): SelectionSetNode[] {
  return sets.flatMap((set) =>
    set.selections.flatMap((selection): SelectionSetNode[] => {
      if (selection.kind === Kind.FIELD) {
        return selection.name.value === name && selection.selectionSet ? [selection.selectionSet] : []
      }
      if (selection.kind === Kind.INLINE_FRAGMENT) return below(info, [selection.selectionSet], name)
      const fragment = info.fragments[selection.name.value]
      return fragment ? below(info, [fragment.selectionSet], name) : []
    }),
  )
}

const way = [
  ['modules', 'course'],
  ['lessons', 'modules'],
  ['blocks', 'lessons'],
] as const satisfies [string, Depth][]

/** How far down the tree a query on one course reaches, whatever `@skip` and `@include` leave of it. */
export function depthOf(info: GraphQLResolveInfo): Depth {
  let sets = info.fieldNodes.flatMap((node) => node.selectionSet ?? [])
  for (const [field, depth] of way) {
    sets = below(info, sets, field)
    if (sets.length === 0) return depth
  }
  return 'blocks'
}
