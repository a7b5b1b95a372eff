import type { JsonObject } from '../../../operations/json-object.ts'

/** A gap in a text, such as `{{g1}}`. */
const gapMark = /\{\{\s*([^{}\s]{1,100})\s*\}\}/g

/** Returns whether a text can be the id of a gap in a prompt. */
export const canBeGapId = (id: string) => /^[^{}\s]{1,100}$/.test(id)

/** Divides a text at its gaps. Each entry is a text, or the id of a gap. The texts can be empty. */
export function splitAtGaps(text: string): ({ text: string } | { gapId: string })[] {
  const parts: ({ text: string } | { gapId: string })[] = []
  let end = 0
  for (const match of text.matchAll(gapMark)) {
    parts.push({ text: text.slice(end, match.index) }, { gapId: match[1]! })
    end = match.index + match[0].length
  }
  return [...parts, { text: text.slice(end) }]
}

/** Returns the ids of the gaps in a text, each once. */
export const listGapIds = (text: string): string[] => [
  ...new Set(splitAtGaps(text).flatMap((part) => ('gapId' in part ? [part.gapId] : []))),
]

/** Returns the gaps of a prompt in its order, and after them those that the prompt does not have. */
export function listGaps(prompt: string, gaps: readonly JsonObject[]): JsonObject[] {
  const byId = new Map(gaps.map((gap) => [gap.id, gap]))
  const inPrompt = listGapIds(prompt).map((id) => byId.get(id) ?? { id })
  const ids = new Set(inPrompt.map(({ id }) => id))
  return [...inPrompt, ...gaps.filter(({ id }) => !ids.has(id))]
}
