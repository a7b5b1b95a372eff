import type { Node } from 'prosemirror-model'
import { normalize } from '../normal/normalize.ts'
import { resolveReferences } from '../normal/references.ts'
import type { RichTextDocument } from '../reading/rich-text-document.ts'
import { makeCandidates } from './candidates.ts'
import { findLabels, matchableLabel } from './definitions-of.ts'
import { findHunks, type Hunk } from './hunks.ts'
import type { Patch } from './patch.ts'
import { type Reading, readBack, readsBackInWhole, readsOnlyInWhole } from './verify.ts'

/** What is written for a hunk. `reading` is missing if it took the whole text to see that it reads back. */
export type Change = { readonly hunk: Hunk; readonly patches: readonly Patch[]; readonly reading?: Reading }

/** Finds the first patches that read back as the hunk, or nearly do; the last ones if none do. */
function findChange(was: RichTextDocument, hunk: Hunk, isDefined: (label: string) => boolean): Change {
  let nearly: Change | undefined
  if (!readsOnlyInWhole(was.source))
    for (const patches of makeCandidates(was, hunk, isDefined)) {
      const reading = readBack(was, hunk, patches)
      if (reading?.isExact) return { hunk, patches, reading }
      if (reading) nearly ??= { hunk, patches, reading }
    }
  if (nearly) return nearly
  let last: readonly Patch[] = []
  for (const patches of makeCandidates(was, hunk, isDefined)) {
    last = patches
    if (readsBackInWhole(was, hunk, patches)) break
  }
  return { hunk, patches: last }
}

/** Finds the changes of the source that make it read as `doc`. */
export function findChanges(was: RichTextDocument, doc: Node): Change[] {
  const normal = normalize(doc)
  const labels = findLabels(normal)
  const isDefined = (label: string) => labels.has(matchableLabel(label))
  const isSomeGone = [...findLabels(was.doc)].some((label) => !labels.has(label))
  const now = isSomeGone ? resolveReferences(normal, isDefined) : normal
  return findHunks(was.doc.children, now.children).map((hunk) => findChange(was, hunk, isDefined))
}
