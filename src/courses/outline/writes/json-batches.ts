/**
 * A batch ends at this number of characters. node-postgres copies each parameter several times, so a single batch of 16
 * MB would need more than 100 MB.
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
