type Rule = { token: string; foreground: string }
type Theme = { rules: Rule[]; colors: Record<string, string> }
type Scheme = 'light' | 'dark'
export type MonacoThemeApi = { defineTheme(name: string, theme: Theme): void; setTheme(name: string): void }

/** The names of GraphiQL's editor themes. */
const themeNames = { light: 'graphiql-LIGHT', dark: 'graphiql-DARK' } as const

const lineNumbers = (colour: string) => ({
  'editorLineNumber.foreground': colour,
  'editorLineNumber.dimmedForeground': colour,
})

/**
 * Colours with enough contrast (WCAG 2.2, success criterion 1.4.3). They replace colours of GraphiQL with too little
 * contrast.
 */
const contrastThemes: Record<Scheme, Theme> = {
  light: {
    rules: [
      { token: 'comment', foreground: '4b6b3c' },
      { token: 'number', foreground: '076b46' },
    ],
    colors: lineNumbers('#646a75'),
  },
  dark: { rules: [{ token: 'comment', foreground: '8fbf7a' }], colors: lineNumbers('#a3abb9') },
}

/** Replaces `editor.defineTheme`, so that each theme that GraphiQL defines gets the colours with more contrast. */
export function patchDefineThemeForContrast(editor: MonacoThemeApi): void {
  const define = editor.defineTheme
  editor.defineTheme = (name, { rules, colors, ...base }) => {
    const { rules: moreRules, colors: moreColours } = contrastThemes[name === themeNames.dark ? 'dark' : 'light']
    define(name, { ...base, rules: [...rules, ...moreRules], colors: { ...colors, ...moreColours } })
  }
}

/** Switches the theme of GraphiQL while the page is open. GraphiQL itself reads the theme only when the page loads. */
export function switchGraphiqlTheme(editor: MonacoThemeApi, scheme: Scheme): void {
  document.body.classList.remove('graphiql-light', 'graphiql-dark')
  document.body.classList.add(`graphiql-${scheme}`)
  editor.setTheme(themeNames[scheme])
}
