import { ContentRefusal } from './refusal.ts'

/** A few nested elements can stand for billions of shapes, which would stop a browser. */
const maxDrawnElements = 200_000

/** Counts the elements that a picture has when each reference is replaced by the element that it names. */
export function makeReferenceCounter() {
  /** The ids of the elements that contain the current one. An element without an id is counted with its parent. */
  const open: string[] = ['']
  const elements = new Map<string, { own: number; references: string[] }>([['', { own: 0, references: [] }]])
  const sizes = new Map<string, number>()

  function sizeOf(id: string, depth: number): number {
    const known = sizes.get(id)
    if (known !== undefined) return known
    if (depth > 100) throw new ContentRefusal('The picture refers to itself, or its references are nested too deeply.')
    const { own, references } = elements.get(id) ?? { own: 0, references: [] }
    let size = own
    for (const reference of references) {
      size += sizeOf(reference, depth + 1)
      if (size > maxDrawnElements) throw new ContentRefusal('The picture repeats its parts too often.')
    }
    sizes.set(id, size)
    return size
  }

  return {
    begin(id: string | undefined, references: readonly string[]): void {
      const inside = open.at(-1)!
      if (id !== undefined && !elements.has(id)) {
        elements.get(inside)!.references.push(id)
        elements.set(id, { own: 0, references: [] })
        open.push(id)
      } else open.push(inside)
      const entry = elements.get(open.at(-1)!)!
      entry.own++
      entry.references.push(...references)
    },
    end: () => void open.pop(),
    /** @throws ContentRefusal if there are too many */
    assertFew: () => void sizeOf('', 0),
  }
}
