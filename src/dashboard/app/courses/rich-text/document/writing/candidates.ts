import type { Node } from 'prosemirror-model'
import type { WritingStyle } from '../printing/style.ts'
import type { RichTextDocument } from '../reading/rich-text-document.ts'
import type { Hunk } from './hunks.ts'
import type { Patch } from './patch.ts'
import { type PatchMode, patchBlock } from './patch-blocks.ts'
import { makePrinter, type PrinterOptions } from './printer.ts'
import { findMissingGaps, replaceHunk, widen } from './replace-hunk.ts'

type IsDefined = PrinterOptions['isDefined']

const otherStyles: Partial<WritingStyle>[] = [
  { emphasis: '*', strong: '*' },
  { emphasis: '_', strong: '*' },
  { bullet: '*', bulletOrdered: ')' },
  { bullet: '+', bulletOrdered: '.' },
  { bullet: '-', bulletOrdered: ')' },
  { fences: true, setext: false, rule: '_', ruleRepetition: 3, ruleSpaces: false },
]

/**
 * The patches that can make a hunk what it is now, the smallest first: text alone, a block of text, all blocks of the
 * hunk, and these in other styles.
 */
function* makePatches(was: RichTextDocument, hunk: Hunk, isDefined: IsDefined): Generator<readonly Patch[]> {
  const old: readonly Node[] = was.doc.children.slice(hunk.start, hunk.end)
  const beside = [was.doc.maybeChild(hunk.start - 1), was.doc.maybeChild(hunk.end)].filter((node) => node !== null)
  const makeOwnPrinter = (options: Omit<PrinterOptions, 'isDefined'>) =>
    makePrinter(was, old.length > 0 ? old : beside, { ...options, isDefined })
  const sparing = makeOwnPrinter({ mode: 'sparing', reusesSource: true })
  const safe = makeOwnPrinter({ mode: 'safe', reusesSource: true })
  const modes: PatchMode[] = [
    { text: 'literal', printer: sparing },
    { text: 'escaped', printer: sparing },
    { text: 'printed', printer: sparing },
    { text: 'all escaped', printer: safe },
    { text: 'printed', printer: safe },
  ]
  if (old.length > 0)
    for (const mode of modes) {
      const patches = patchHunk(was, hunk, mode)
      if (patches) yield patches
    }
  yield [replaceHunk(was, hunk, sparing)]
  for (const style of [{}, ...otherStyles])
    for (const mode of ['sparing', 'safe'] as const)
      yield [replaceHunk(was, hunk, makeOwnPrinter({ mode, reusesSource: false, style }))]
  const encoded = makeOwnPrinter({ mode: 'encoded', reusesSource: false, style: { emphasis: '*', strong: '*' } })
  yield [replaceHunk(was, hunk, encoded)]
}

function patchHunk(was: RichTextDocument, hunk: Hunk, mode: PatchMode): Patch[] | undefined {
  const { doc } = was
  const content = [...doc.children.slice(0, hunk.start), ...hunk.now, ...doc.children.slice(hunk.end)]
  const now = doc.type.create(null, content)
  return patchBlock(was, doc, now, mode)
}

/** The patches that can make a hunk what it is now; then the same with empty lines around it, and with the blocks beside it. */
export function* makeCandidates(was: RichTextDocument, hunk: Hunk, isDefined: IsDefined): Generator<readonly Patch[]> {
  yield* makePatches(was, hunk, isDefined)
  const { above, below } = findMissingGaps(was, hunk)
  for (const gaps of [below, [...above, ...below]].filter(({ length }) => length > 0))
    for (const patches of makePatches(was, hunk, isDefined)) {
      const areKept = gaps.every(({ start: at }) => patches.every(({ start, end }) => at <= start || at >= end))
      if (areKept) yield [...patches, ...gaps]
    }
  const wide = widen(was, hunk)
  const around = was.doc.children.slice(wide.start, wide.end)
  for (const widened of [wide, hunk]) {
    const options: PrinterOptions = { mode: 'safe', reusesSource: false, style: { fences: true }, isDefined }
    yield [replaceHunk(was, widened, makePrinter(was, around, options))]
  }
}
