type Values = Readonly<Record<string, string>>

/**
 * A prompt template that a user can choose in an MCP client. `write` returns the prompt for the given argument values.
 */
export type McpPrompt = {
  name: string
  title: string
  description: string
  arguments: { name: string; description: string; required?: boolean }[]
  write(values: Values): string
}

/** Guidance for AI agents that connect over MCP. The server sends `instructions` when an agent connects. */
export type McpInstructionsAndPrompts = { instructions: string; prompts: readonly McpPrompt[] }
