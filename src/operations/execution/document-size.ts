import { type DocumentNode, Kind, type SelectionSetNode, TokenKind } from 'graphql'

/** The heap memory of one token with its AST nodes, measured and rounded up. */
const bytesPerToken = 400
/** The heap memory of the compiled code of one field, measured and rounded up. */
const bytesPerCompiledField = 1600

function tokensIn({ loc }: DocumentNode): number {
  let count = 0
  for (let token = loc?.startToken.next; token && token.kind !== TokenKind.EOF; token = token.next) count++
  return count
}

/**
 * Counts the fields that the operations of a valid document select. The fields of a fragment count once for each
 * fragment spread.
 */
function fieldsIn({ definitions }: DocumentNode): number {
  const fragments = new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  )
  const counts = new Map<string, number>()

  function inFragment(name: string): number {
    const count = counts.get(name) ?? inSet(fragments.get(name)?.selectionSet)
    counts.set(name, count)
    return count
  }
  function inSet(set: SelectionSetNode | undefined): number {
    let count = 0
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) count += inFragment(selection.name.value)
      else count += inSet(selection.selectionSet) + (selection.kind === Kind.FIELD ? 1 : 0)
    }
    return count
  }

  return definitions.reduce(
    (sum, one) => sum + (one.kind === Kind.OPERATION_DEFINITION ? inSet(one.selectionSet) : 0),
    0,
  )
}

/** Estimates how many bytes of heap a document uses: for its text, its AST and the compiled code of its operations. */
export const estimateDocumentHeapBytes = (text: string, document: DocumentNode): number =>
  2 * text.length + bytesPerToken * tokensIn(document) + bytesPerCompiledField * fieldsIn(document)
