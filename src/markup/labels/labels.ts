import { markupLabelTable } from './label-table.ts'

/** The kinds of callouts, as GitHub's Markdown writes them: `> [!NOTE]`. */
export const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const
export type CalloutKind = (typeof calloutKinds)[number]

/** The words that a text needs beside what its author wrote, in one language. */
export type MarkupLabels = {
  /** BCP 47. */
  tag: string
  footnotes: string
  /** The name of a link from a footnote to the text that refers to it. `reference` is such as `1`, or `1-2`. */
  backToReference: (reference: string) => string
  callouts: Readonly<Record<CalloutKind, string>>
}

/**
 * Returns the language and the script of a language tag, such as `zh-Hant` for `zh-TW`. Returns undefined if `Intl`
 * does not accept the tag.
 */
export function findLanguageAndScript(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    return undefined
  }
}

const labelsByLanguage = new Map(
  Object.entries(markupLabelTable).map(([tag, [footnotes, back, note, tip, important, warning, caution]]) => {
    const labels: MarkupLabels = {
      tag,
      footnotes,
      backToReference: (reference) => back.replace('{number}', reference),
      callouts: { note, tip, important, warning, caution },
    }
    return [findLanguageAndScript(tag), labels]
  }),
)

export const englishMarkupLabels = labelsByLanguage.get('en-Latn')!

/** Returns the labels for the language and script of a course, or the English ones. */
export const findMarkupLabels = (language: string | null | undefined): MarkupLabels =>
  (language && labelsByLanguage.get(findLanguageAndScript(language))) || englishMarkupLabels
