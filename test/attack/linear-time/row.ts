/** A function that reads text or lists of a caller, and inputs of any size that are hard for it. */
export type Row<Input = unknown> = {
  name: string
  run(input: Input): unknown
  /** By what is hard about them. */
  inputs: Record<string, (size: number) => Input>
  /** The largest size that callers can reach, if it is below 262,144. */
  maxSize?: number
}

/** Keeps the type of a row's input to the row. */
export const row = <Input>({ run, ...others }: Row<Input>): Row =>
  ({ ...others, run: (input) => run(input as Input) }) as Row

/** A refusal is an answer too. */
export const orRefusal =
  <Input>(run: (input: Input) => unknown) =>
  (input: Input): unknown => {
    try {
      return run(input)
    } catch (error) {
      return error
    }
  }

/** Makes texts that repeat a piece. */
export const repeat =
  (piece: string) =>
  (size: number): string =>
    piece.repeat(Math.ceil(size / piece.length)).slice(0, size)

/** Makes texts that repeat a piece, between two others. */
export const between = (start: string, piece: string, end: string) => (size: number) =>
  start + repeat(piece)(size) + end

/** Repetitions of each piece, by the piece. */
export const repeats = (...pieces: string[]): Record<string, (size: number) => string> =>
  Object.fromEntries(pieces.map((piece) => [JSON.stringify(piece), repeat(piece)]))
