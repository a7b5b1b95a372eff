import type { GetPromptResult, Prompt } from '@modelcontextprotocol/sdk/types.js'
import type { McpPrompt } from '../../operations/mcp-prompt.ts'
import { RpcError } from './rpc-error.ts'

/** Returns the list of prompts that `prompts/list` sends. */
export const listPrompts = (prompts: readonly McpPrompt[]): Prompt[] => prompts.map(({ write: _, ...prompt }) => prompt)

/**
 * Returns the text of a prompt for the given argument values.
 * @throws RpcError for an unknown prompt or a missing argument
 */
export function getPrompt(
  prompts: readonly McpPrompt[],
  name: string,
  values: Readonly<Record<string, string>>,
): GetPromptResult {
  const prompt = prompts.find((one) => one.name === name)
  if (!prompt) throw new RpcError('invalidParams', `There is no prompt ${name}.`)
  const missing = prompt.arguments.filter((argument) => argument.required && !values[argument.name]?.trim())
  if (missing.length > 0) {
    const message = missing.map((argument) => `${argument.name}: is required`).join('; ')
    throw new RpcError('invalidParams', message)
  }
  const text = prompt.write(values)
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
}
