/**
 * What a text shows otherwise than its author may expect: a formula that cannot be read, or a callout of an unknown
 * kind. `text` is what the author wrote.
 */
export type MarkupProblem = { kind: 'formula' | 'callout'; text: string }
