import type { BreakingChange } from './openapi.ts'

/** Returns the section `### Breaking` of the changes that are not released. */
export function readBreakingSection(changelog: string): string {
  const unreleased = /^## \[Unreleased\]$(.*?)(?=^## |(?![\s\S]))/ms.exec(changelog)?.[1] ?? ''
  return /^### Breaking$(.*?)(?=^### |(?![\s\S]))/ms.exec(unreleased)?.[1] ?? ''
}

/** Returns the changes whose place the changelog does not name in backquotes. */
export const findUnmentioned = (changes: readonly BreakingChange[], changelog: string): BreakingChange[] => {
  const section = readBreakingSection(changelog)
  return changes.filter(({ place }) => !section.includes(`\`${place}\``))
}
