/**
 * A batch ends when it has at least this number of characters. Batches save memory, because node-postgres copies each
 * parameter several times: one parameter for a tree of 16 MB would need more than 100 MB.
 */
const maxBatchChars = 1_000_000

/**
 * Divides rows into batches. Each batch is the JSON text of a list. A batch ends after the row that brings it to
 * `maxChars` characters or more.
 */
export function* makeJsonBatches(rows: Iterable<object>, maxChars = maxBatchChars): Generator<string, void> {
  let texts: string[] = []
  let chars = 0
  for (const row of rows) {
    const text = JSON.stringify(row)
    texts.push(text)
    chars += text.length
    if (chars < maxChars) continue
    yield `[${texts.join(',')}]`
    texts = []
    chars = 0
  }
  if (texts.length > 0) yield `[${texts.join(',')}]`
}
