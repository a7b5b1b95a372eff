import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Fence, fencesOf } from '../docs/markdown.ts'

/**
 * Applies one `diff` block: its first line is `+++ FILE`, the others begin with a blank, `+` or `-`. The lines that the
 * file must have, in a row, stand in it once.
 */
async function applyDiff(folder: string, { text, line }: Fence): Promise<void> {
  const [head, ...changes] = text.trimEnd().split('\n')
  const file = /^\+\+\+ (\S+)$/.exec(head!)?.[1]
  if (!file) throw new Error(`docs/recipes.md:${line} does not begin with "+++ FILE"`)
  const join_ = (without: string) =>
    changes
      .filter((change) => !change.startsWith(without))
      .map((change) => `${change.slice(1)}\n`)
      .join('')
  const before = `\n${await readFile(join(folder, file), 'utf8')}`
  const parts = before.split(`\n${join_('+')}`)
  if (parts.length !== 2) throw new Error(`docs/recipes.md:${line}: ${file} has its lines ${parts.length - 1} times`)
  await writeFile(join(folder, file), `${parts[0]}\n${join_('-')}${parts[1]}`.slice(1))
}

/** Writes a `ts` or `tsx` block whose first line is `// FILE`. Other such blocks are examples without a place. */
async function writeNewFile(folder: string, { text }: Fence): Promise<void> {
  const [, file, content] = /^\/\/ (\S+\/\S+\.tsx?)\n([\s\S]*)$/.exec(text) ?? []
  if (!file) return
  await mkdir(join(folder, dirname(file)), { recursive: true })
  await writeFile(join(folder, file), content!)
}

/** Reads `docs/recipes.md`: its blocks, of which the first in `bash` has the commands that end each recipe. */
export async function readRecipes(): Promise<{ steps: Fence[]; commands: string[] }> {
  const [commands, ...steps] = await fencesOf('docs/recipes.md')
  return { steps, commands: commands!.text.trim().split('\n') }
}

/** Does in a copy of the repository what a block of a recipe says. `run` runs a command there. */
export async function applyStep(folder: string, step: Fence, run: (command: string) => Promise<void>): Promise<void> {
  if (step.language === 'diff') await applyDiff(folder, step)
  if (step.language === 'ts' || step.language === 'tsx') await writeNewFile(folder, step)
  if (step.language === 'bash') for (const command of step.text.trim().split('\n')) await run(command)
}
