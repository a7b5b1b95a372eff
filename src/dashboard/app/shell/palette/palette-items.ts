import type { Command } from '../../commands/page-commands.ts'
import { foldText } from '../../courses/fold-text.ts'

/** A row of the palette. `detail` stands beside its label in a softer colour. */
export type PaletteItem = Command & { id: string; detail?: string }
export type PaletteSection = { title: string; items: readonly PaletteItem[] }

export const toItems = (commands: readonly Command[]): PaletteItem[] =>
  commands.map((command) => ({ ...command, id: command.label }))

/** How well a label matches: 0 if it begins with the text, 1 if its words begin with those of the text, else 2. */
function rank(label: string, text: string, words: readonly string[]): number {
  if (label.startsWith(text)) return 0
  const parts = label.split(/[^\p{L}\p{N}]+/u)
  return words.every((word) => parts.some((part) => part.startsWith(word))) ? 1 : 2
}

/** Sorts items by how well their label matches a text. */
export function sortByName(text: string, items: readonly PaletteItem[]): PaletteItem[] {
  const folded = foldText(text)
  const words = folded.split(/\s+/)
  return items
    .map((item) => ({ item, rank: rank(foldText(item.label), folded, words) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

/** Returns the items whose label has all words of a text, the best match first. */
export function findItems(text: string, items: readonly PaletteItem[]): PaletteItem[] {
  const words = foldText(text).split(/\s+/)
  const matching = items.filter(({ label }) => words.every((word) => foldText(label).includes(word)))
  return sortByName(text, matching)
}
