import { readFile } from 'node:fs/promises'

/** A fenced block of a document: its language, its text, and the line it starts at. */
export type Fence = { language: string; text: string; line: number }

/** The fenced blocks of a Markdown file, in order. */
export async function fencesOf(file: string): Promise<Fence[]> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  const fences: Fence[] = []
  let open: (Fence & { indent: number }) | undefined
  for (const [index, line] of lines.entries()) {
    const [, indent = '', language] = /^( *)```(\w*)$/.exec(line) ?? []
    if (language === undefined) {
      if (open) open.text += `${line.slice(open.indent)}\n`
    } else if (open) {
      fences.push({ language: open.language, text: open.text, line: open.line })
      open = undefined
    } else {
      open = { language, text: '', line: index + 1, indent: indent.length }
    }
  }
  return fences
}

/** Languages of commands: those in `sh` are run by the tests, those in `bash` need more than a started service. */
export const isCommand = ({ language }: Fence) => language === 'sh' || language === 'bash'
