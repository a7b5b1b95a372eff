import { randomUUID } from 'node:crypto'

const mark = `json:${randomUUID()}`
const quotedMark = JSON.stringify(mark)
let texts: string[] | undefined

/** JSON that is text already, such as a column's: `stringify` puts it into an answer without reading it. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** For `JSON.stringify` by anybody else, the value that the text stands for. */
  toJSON(): unknown {
    if (!texts) return JSON.parse(this.text)
    texts.push(this.text)
    return mark
  }
}

/** `JSON.stringify` that takes each `JsonText` as it is: a mark stands in its place until all else is written. */
export function stringify(value: unknown): string {
  const found: string[] = []
  texts = found
  let frame: string
  try {
    frame = JSON.stringify(value)
  } finally {
    texts = undefined
  }
  if (found.length === 0) return frame
  const [first = '', ...rest] = frame.split(quotedMark)
  return rest.reduce((text, part, index) => text + found[index] + part, first)
}
