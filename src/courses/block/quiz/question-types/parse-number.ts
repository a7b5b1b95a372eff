import { toTypedText } from './fold-answer.ts'

/** The digit zero of scripts whose digits are common in answers: Arabic, Persian, Devanagari, Bengali and Thai. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50]

const toAsciiDigits = (text: string) =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!
    const zero = zeros.find((one) => code >= one && code < one + 10)
    return zero === undefined ? digit : String(code - zero)
  })

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i
const fraction = /^([+-]?\d+)\/(\d+)$/

function toNumber(text: string): number[] {
  if (decimal.test(text)) return [Number(text)]
  const [, over, under] = fraction.exec(text) ?? []
  return under !== undefined && Number(under) !== 0 ? [Number(over) / Number(under)] : []
}

/** Returns whether the numbers of a language have a decimal comma. */
function hasDecimalComma(language: string | null): boolean {
  if (language === null) return false
  try {
    return new Intl.NumberFormat(language).format(1.5).includes(',')
  } catch {
    return false
  }
}

/** Returns whether a mark can divide thousands in a number, such as `1,000` or `1.000.000`. */
const dividesThousands = (text: string, mark: string) =>
  (mark === ',' ? /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/ : /^[+-]?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/).test(text)

/**
 * Returns the numbers that a text can mean. `1.000` in a course with a decimal comma can be 1 and 1000. The text may end
 * with the unit. Returns no number if the text is none.
 */
export function parseNumbers(sent: string, unit: string, language: string | null): number[] {
  let text = toTypedText(sent)
  const ending = toTypedText(unit)
  if (ending !== '' && text.endsWith(ending)) text = text.slice(0, -ending.length)
  text = toAsciiDigits(text)
    .replace(/[\s'\u066c]/g, '')
    .replace(/\u066b/g, '.')
    .replace(/\u2044/g, '/')
  const withComma = hasDecimalComma(language)
  const readings = new Set<string>()
  if (!text.includes(',')) readings.add(text)
  else if (withComma || !dividesThousands(text, ',')) readings.add(text.replace(',', '.'))
  if (dividesThousands(text, withComma ? '.' : ','))
    readings.add(withComma ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', ''))
  return [...readings].flatMap(toNumber).filter(Number.isFinite)
}
