const smallest = 1 << 16
const mostKept = 1 << 24

// By size. A buffer for each long answer would cost more than writing it: fresh memory is cleared by the system.
const idle = new Map<number, Buffer[]>()
let kept = 0

/** A buffer of at least so many bytes, with whatever was in it before. */
function take(bytes: number): Buffer {
  const size = Math.max(smallest, 2 ** Math.ceil(Math.log2(bytes)))
  const buffer = idle.get(size)?.pop()
  if (!buffer) return Buffer.allocUnsafeSlow(size)
  kept -= size
  return buffer
}

/** Keeps a buffer for another answer, while there is room for it. */
function give(buffer: Buffer): void {
  const size = buffer.length
  if (kept + size > mostKept) return
  kept += size
  const list = idle.get(size)
  if (list) list.push(buffer)
  else idle.set(size, [buffer])
}

/** Short pieces are joined up to so many characters before they are written: fewer calls, and nothing long is put together. */
const stretchChars = 4096
/** Of a UTF-16 code unit (The Unicode Standard, table 3-6). */
const mostBytes = 3

/** Text that was written down: `bytes` are to be used until `free` is called, and not afterwards. */
export type Written = { bytes: Buffer; free(): void }

/** Writes pieces of text down in UTF-8. */
export function write(pieces: readonly string[], chars: number): Written {
  const buffer = take(chars * mostBytes)
  let at = 0
  let stretch = ''
  function put(text: string): void {
    at += buffer.write(text, at)
  }
  for (const piece of pieces) {
    if (stretch.length + piece.length >= stretchChars) {
      put(stretch)
      stretch = ''
    }
    if (piece.length >= stretchChars) put(piece)
    else stretch += piece
  }
  put(stretch)
  return { bytes: buffer.subarray(0, at), free: () => give(buffer) }
}
