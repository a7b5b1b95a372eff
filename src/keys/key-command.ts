import { z } from 'zod'
import type { Database } from '../platform/db/database.ts'
import { OperatorError } from '../platform/errors.ts'
import { maxWorkspaceNameChars } from './rules.ts'

const text = z.string().max(maxWorkspaceNameChars)

const command = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('create'),
    name: text,
    workspace: text.optional(),
    plan: text.optional(),
    scopes: text.optional(),
    expires: text.optional(),
  }),
  z.strictObject({ do: z.literal('list'), workspace: text.optional() }),
  z.strictObject({ do: z.literal('revoke'), id: text }),
  z.strictObject({ do: z.literal('workspaces') }),
])

/** A command of `npm run key`, with its options as the operator typed them. */
export type KeyCommand = z.infer<typeof command>

/**
 * Parses a command that the admin socket received.
 * @throws OperatorError if the text is not a valid command
 */
export function parseKeyCommandJson(text: string): KeyCommand {
  try {
    return command.parse(JSON.parse(text))
  } catch (error) {
    throw new OperatorError('This is not a known command.', { cause: error })
  }
}

/** The output of a key command. Programs read `lines` from stdout, and people read `note` from stderr. */
export type KeyCommandResult = { lines: string[]; note?: string }

/** The objects that the key commands need. The program that runs the commands provides them. */
export type KeyCommandDependencies = {
  db: Database
  keyPrefix: string
  /**
   * Tells all running processes of the service that the keys of a workspace have changed, so that they read the keys
   * from the database again.
   */
  onKeysChanged(workspaceId: string): Promise<void>
}
