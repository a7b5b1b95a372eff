import type { AttributeSpec } from 'prosemirror-model'

const isTextOrNull = (value: unknown) => value === null || typeof value === 'string'

/** An attribute that is a text or absent. */
export const optionalText: AttributeSpec = {
  default: null,
  validate(value: unknown) {
    if (!isTextOrNull(value)) throw new RangeError(`A text or null is expected, not ${typeof value}.`)
  },
}

export const text: AttributeSpec = { default: '', validate: 'string' }

/** Reads an attribute of an element that the document wrote itself; absent is null. */
export const readData = (dom: HTMLElement, name: string): string | null => dom.getAttribute(`data-${name}`)

/** The attributes of an element, without those that are null. */
export const present = (attributes: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== null))
