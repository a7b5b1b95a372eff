type Rule = { token: string; foreground: string }
type Theme = { rules: Rule[]; colors: Record<string, string> }
type Scheme = 'light' | 'dark'
export type Editor = { defineTheme(name: string, theme: Theme): void; setTheme(name: string): void }

/** The name under which GraphiQL knows its editor's colours for a scheme. */
const named = { light: 'graphiql-LIGHT', dark: 'graphiql-DARK' } as const

const lineNumbers = (colour: string) => ({
  'editorLineNumber.foreground': colour,
  'editorLineNumber.dimmedForeground': colour,
})

/** Stronger ones for the colours that are too weak to read (WCAG 2.2, 1.4.3). */
const stronger: Record<Scheme, Theme> = {
  light: {
    rules: [
      { token: 'comment', foreground: '4b6b3c' },
      { token: 'number', foreground: '076b46' },
    ],
    colors: lineNumbers('#646a75'),
  },
  dark: { rules: [{ token: 'comment', foreground: '8fbf7a' }], colors: lineNumbers('#a3abb9') },
}

/** Mends the editor's colours as GraphiQL defines them. */
export function strengthen(editor: Editor): void {
  const define = editor.defineTheme
  editor.defineTheme = (name, { rules, colors, ...base }) => {
    const { rules: moreRules, colors: moreColours } = stronger[name === named.dark ? 'dark' : 'light']
    define(name, { ...base, rules: [...rules, ...moreRules], colors: { ...colors, ...moreColours } })
  }
}

/** Shows another scheme in the whole of GraphiQL, which looks at the device's only when it begins. */
export function showTheme(editor: Editor, scheme: Scheme): void {
  document.body.classList.remove('graphiql-light', 'graphiql-dark')
  document.body.classList.add(`graphiql-${scheme}`)
  editor.setTheme(named[scheme])
}
