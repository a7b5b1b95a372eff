import { z } from 'zod'
import { publishGateRef, publishGateSettings } from '../checks/publish-gate.ts'
import { builder } from '../operations/builder.ts'
import { operation } from '../operations/operation.ts'
import { makeInputTypeOptionsFromZod, makeNotNullSchema, parseInput } from '../operations/validation.ts'
import { workspaceRef } from './workspace-type.ts'

builder.queryField('workspace', (t) =>
  t.prismaField({
    ...operation({ access: 'courses:read', rest: { method: 'GET', path: '/workspace', tag: 'Workspace' } }),
    type: workspaceRef,
    description: "The caller's workspace with its settings.",
    resolve: (query, _root, _args, context) =>
      context.db.prisma.workspace.findUniqueOrThrow({ ...query, where: { id: context.workspaceId() } }),
  }),
)

const workspaceChangeSchema = z.object({ publishGate: makeNotNullSchema(z.enum(publishGateSettings)) })

const workspaceChangeRef = builder.inputType('UpdateWorkspaceInput', {
  description: 'The changes of a workspace. Missing fields stay unchanged.',
  ...makeInputTypeOptionsFromZod(workspaceChangeSchema, { publishGate: 'warnings' }),
  fields: (t) => ({
    publishGate: t.field({
      type: publishGateRef,
      description: 'Which findings of the checks keep a course from being published.',
    }),
  }),
})

// Only people can change the publish gate. Otherwise an API key that may publish could weaken the gate for itself.
builder.mutationField('updateWorkspace', (t) =>
  t.prismaField({
    ...operation({ access: 'person', rest: { method: 'PATCH', path: '/workspace', tag: 'Workspace' } }),
    type: workspaceRef,
    description:
      "Changes the settings of the caller's workspace. Only a person can change the settings, not an API key.",
    args: { input: t.arg({ type: workspaceChangeRef, required: true, description: 'The changes of the workspace.' }) },
    resolve: (query, _root, { input }, context) => {
      const { publishGate } = parseInput(workspaceChangeSchema, input)
      const where = { id: context.workspaceId() }
      return context.db.prisma.workspace.update({ ...query, where, data: { publishGate } })
    },
  }),
)
