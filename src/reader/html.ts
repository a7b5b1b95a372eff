import type { PageLabelLanguage } from './page-language.ts'

/** HTML that is safe to send. The markup comes from this service or was sanitized, and all other text is escaped. */
export class SafeHtml {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!)

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/**
 * Replaces escapes such as `&amp;` with their characters. Knows only the escapes that `escapeHtml` and the renderer
 * write.
 */
export const unescapeHtml = (text: string) =>
  text.replace(/&(?:(amp|lt|gt|quot)|#(\d+)|#x([\da-f]+));/gi, (_escaped, name, decimal, hexadecimal) =>
    name ? characters[name]! : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16)),
  )

type Part = SafeHtml | string | number | false | null | undefined | readonly Part[]

function render(part: Part): string {
  if (part instanceof SafeHtml) return part.text
  if (Array.isArray(part)) return part.map(render).join('')
  return part === false || part === null || part === undefined ? '' : escapeHtml(String(part))
}

/** Makes HTML from a template literal. Texts are escaped, `false` and `null` are left out, and lists are joined. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]) =>
  new SafeHtml(strings.reduce((text, string, index) => text + render(parts[index - 1]) + string))

/**
 * Returns the attributes `lang` and `dir` for an element with a label. The language of the labels can differ from the
 * language of the course.
 */
export const renderLanguageAttributes = ({ tag, direction }: PageLabelLanguage) =>
  html` lang="${tag}" dir="${direction}"`

/** Renders a label as a `<span>` with the attributes `lang` and `dir` (`renderLanguageAttributes`). */
export const renderLabelWithLanguage = (language: PageLabelLanguage, label: string) =>
  html`<span${renderLanguageAttributes(language)}>${label}</span>`
