import { z } from 'zod'
import { publishGateModes, publishGateRef } from '../checks/publish-gate.ts'
import { builder } from '../operations/builder.ts'
import { clearableFieldOptions } from '../operations/field-options.ts'
import { operation } from '../operations/operation.ts'
import {
  makeInputTypeLimitOptionsFromZod,
  makeOptionalNotNullSchema,
  maxNameChars,
  nameSchema,
  parseInput,
} from '../operations/validation.ts'
import { accentColorSchema } from './rules.ts'
import { forgetWorkspaceBrand } from './workspace-brand.ts'
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

const workspaceChangeSchema = z.object({
  name: makeOptionalNotNullSchema(nameSchema),
  accentColor: accentColorSchema.nullish(),
  publishGate: makeOptionalNotNullSchema(z.enum(publishGateModes)),
})

const workspaceChangeRef = builder.inputType('UpdateWorkspaceInput', {
  description: 'The changes of a workspace. Missing fields stay unchanged.',
  ...makeInputTypeLimitOptionsFromZod(workspaceChangeSchema, {
    name: 'Botanical Garden',
    accentColor: '#0f766e',
    publishGate: 'warnings',
  }),
  fields: (t) => ({
    name: t.string({ description: `Name of the workspace, 1 to ${maxNameChars} characters. Learners see it.` }),
    accentColor: t.string({
      ...clearableFieldOptions,
      description: 'Colour of the pages for learners, as #rrggbb. Null for the colour of the service.',
    }),
    publishGate: t.field({
      type: publishGateRef,
      description: 'Which findings prevent the publication of a course.',
    }),
  }),
})

// An API key may not change the publish gate, which says which findings prevent a publish.
// Otherwise a key with the scope to publish could switch off the gate first.
builder.mutationField('updateWorkspace', (t) =>
  t.prismaField({
    ...operation({ access: 'person', rest: { method: 'PATCH', path: '/workspace', tag: 'Workspace' } }),
    type: workspaceRef,
    description:
      "Changes the settings of the caller's workspace. Only a person can change the settings, not an API key.",
    args: { input: t.arg({ type: workspaceChangeRef, required: true, description: 'The changes of the workspace.' }) },
    resolve: async (query, _root, { input }, context) => {
      const data = parseInput(workspaceChangeSchema, input)
      const id = context.workspaceId()
      const workspace = await context.db.prisma.workspace.update({ ...query, where: { id }, data })
      forgetWorkspaceBrand(id)
      return workspace
    },
  }),
)
