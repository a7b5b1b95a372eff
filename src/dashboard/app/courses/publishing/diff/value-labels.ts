const fieldLabels: Readonly<Record<string, string>> = {
  durationMinutes: 'Duration in minutes',
  objectives: 'Learning objectives',
  alt: 'Alternative text',
  url: 'URL',
}

/** Converts the name of a property to words: `passingScore` becomes `Passing score`. */
function toWords(name: string): string {
  const words = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Converts the JSON Pointer of a value to a text for users: `/content/questions/0/answer` becomes `Questions 1 ›
 * Answer`.
 */
export function describeJsonPointer(path: string): string {
  const names = path
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  const shown = names[0] === 'content' && names.length > 1 ? names.slice(1) : names
  const labels: string[] = []
  for (const name of shown) {
    if (/^\d+$/.test(name) && labels.length > 0) labels.push(`${labels.pop()} ${Number(name) + 1}`)
    else labels.push(fieldLabels[name] ?? toWords(name))
  }
  return labels.join(' › ')
}

function parseList(text: string | null): unknown[] | undefined {
  if (!text?.startsWith('[')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

const areTexts = (list: readonly unknown[]): list is string[] => list.every((entry) => typeof entry === 'string')

/**
 * Returns whether two different JSON texts are lists of the same strings, such as ids of questions, in another order.
 */
export function areReorderedStringLists(before: string | null, after: string | null): boolean {
  const [one, other] = [parseList(before), parseList(after)]
  if (!one || !other || one.length < 2 || one.length !== other.length || !areTexts(one) || !areTexts(other))
    return false
  const sorted = other.toSorted()
  return one.toSorted().every((entry, index) => entry === sorted[index])
}
