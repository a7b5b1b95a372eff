import { glob } from 'node:fs/promises'

/** The Markdown files that the project keeps. */
export const documents = async () => (await Array.fromAsync(glob(['*.md', 'docs/**/*.md']))).sort()
