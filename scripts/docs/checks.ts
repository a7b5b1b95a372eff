import { checks } from '../../src/checks/checks.ts'
import { type Check, type Severity, severities } from '../../src/checks/model/check.ts'

const titles: Record<Severity, string> = { error: 'Errors', warning: 'Warnings', info: 'Hints' }

const cell = (text: string) => text.replaceAll('|', '\\|')

const row = ({ code, wcag, types, meaning, remedy }: Check) =>
  `| \`${code}\` | ${types.join(', ')} | ${wcag ?? ''} | ${cell(meaning)} | ${cell(remedy)} |`

function section(severity: Severity): string[] {
  const rows = checks.filter((check) => check.severity === severity).map(row)
  if (rows.length === 0) return []
  return [
    '',
    `## ${titles[severity]}`,
    '',
    '| Code | Found in | WCAG | Meaning | What to do |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ]
}

/** `docs/checks.md`. */
export function checksPage(): string {
  const lines = [
    '<!-- Generated from src/checks/checks.ts by `npm run docs`. -->',
    '',
    '# Checks before publishing',
    '',
    'The checks read a course and find what keeps learners from using it. `GET /api/v1/courses/{courseId}/checks`, the GraphQL',
    'field `courseChecks` and the MCP tool `check_course` return the findings: errors first, then by place in the course. A',
    'finding names the record (`nodeId`), the member in it (`path`, a JSON Pointer), what is wrong and what to do. The',
    'column _WCAG_ is the success criterion of WCAG 2.2 that a finding touches.',
    '',
    '- **Fix.** `POST /api/v1/courses/{courseId}/fixes` applies the fixes of findings whose `fix` is not null, in one',
    '  transaction. With `dryRun`, it returns the new contents and prerequisites, and writes nothing. If the course',
    '  changes each time while the checks run, the response is 409 with the reason `changed_while_checked`.',
    '- **Dismiss.** `POST /api/v1/courses/{courseId}/dismissals` dismisses a finding, for example because a film has no speech.',
    '  A dismissal holds until the record, or what the check says about it, changes. `DELETE …/dismissals/{findingId}` takes it',
    '  back. When a module, lesson or block moves to another course, its dismissals and those below it go with it, until the',
    '  new course has 1,000.',
    '- **Gate.** `publishGate` of the workspace says which findings keep a course from being published: `off`, `errors`',
    '  (the default) or `warnings`. Dismissed findings never do. A person changes it with `PATCH /api/v1/workspace`.',
    '',
    'The checks read the draft. With `release`, they read a release: its number, or `live`. They depend on the course alone,',
    'so the same course always has the same findings, and a dismissal holds in the draft and in each release with the same',
    'record. A dry run of a [publish](publishing.md) returns the findings too.',
    ...severities.flatMap(section),
  ]
  return `${lines.join('\n')}\n`
}
