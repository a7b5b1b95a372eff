import { type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql'

/**
 * The selection sets of one field. A document can select the field in several places, each with its own selection set.
 */
export type SelectionSets = readonly SelectionSetNode[]
/** The fragments of a document, by name. */
export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>
type SelectedField = { name: string; sets: SelectionSetNode[] }

/**
 * Returns the selected fields of an object. The keys are the response names (GraphQL specification, section 6.3.2):
 * aliases or names.
 */
export function collectSelectedFields(
  sets: SelectionSets,
  fragments: Fragments,
  found = new Map<string, SelectedField>(),
  visited = new Set<string>(),
): Map<string, SelectedField> {
  for (const selection of sets.flatMap(({ selections }) => selections)) {
    if (selection.kind === Kind.FIELD) {
      const { name, alias = name, selectionSet } = selection
      const field = found.get(alias.value) ?? { name: name.value, sets: [] }
      if (selectionSet) field.sets.push(selectionSet)
      found.set(alias.value, field)
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      collectSelectedFields([selection.selectionSet], fragments, found, visited)
    } else if (!visited.has(selection.name.value)) {
      visited.add(selection.name.value)
      collectSelectedFields([fragments.get(selection.name.value)!.selectionSet], fragments, found, visited)
    }
  }
  return found
}
