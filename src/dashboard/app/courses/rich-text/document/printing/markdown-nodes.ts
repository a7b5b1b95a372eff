import type { Literal } from 'mdast'

/** Markdown that is printed as it is. */
export interface WrittenMarkdown extends Literal {
  type: 'written'
}

declare module 'mdast' {
  interface RootContentMap {
    written: WrittenMarkdown
  }
  interface BlockContentMap {
    written: WrittenMarkdown
  }
  interface PhrasingContentMap {
    written: WrittenMarkdown
  }
}

export const makeWritten = (value: string): WrittenMarkdown => ({ type: 'written', value })
