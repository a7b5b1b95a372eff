import { securityTests } from './security-tests.ts'

/** `docs/security-tests.md`. */
export function makeSecurityTestsPage(): string {
  const lines = [
    '<!-- Generated from scripts/docs/security-tests.ts by `npm run docs`. -->',
    '',
    '# Tests of security',
    '',
    'The tests that show what [Security](security.md) promises. `test/docs/security.test.ts` fails where a file or a title that is',
    'named here does not exist, or a promise has no test.',
    ...Object.entries(securityTests).flatMap(([promise, titlesByFile]) => [
      '',
      `## ${promise}`,
      '',
      ...Object.entries(titlesByFile).flatMap(([file, titles]) => titles.map((title) => `- \`${file}\`: "${title}"`)),
    ]),
  ]
  return `${lines.join('\n')}\n`
}
