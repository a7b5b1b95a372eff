import { type PublishGateMode, publishGateRef } from '../checks/publish-gate.ts'
import { maxTokenClaimChars } from '../identity/claims.ts'
import { builder } from '../operations/builder.ts'
import { withJsonSchema } from '../operations/json-schema.ts'
import { maxWorkspaceNameChars } from './rules.ts'

/**
 * The options of a field with the name of a plan. The name comes from an ID token, so it can be any text up to
 * `maxTokenClaimChars` characters.
 */
export const planNameFieldOptions = withJsonSchema({ maxLength: maxTokenClaimChars })

export const workspaceRef = builder.prismaObject('Workspace', {
  description: 'A workspace of a customer. It contains courses and API keys.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the workspace (UUID).' }),
    publicId: t.exposeString('publicId', {
      ...withJsonSchema({ maxLength: 12, pattern: '^[0-9a-f]{12}$', examples: ['4f1c09a27be3'] }),
      description: 'Public identifier of the workspace, for the URLs of its published courses.',
    }),
    name: t.exposeString('name', {
      ...withJsonSchema({ maxLength: maxWorkspaceNameChars }),
      description: 'Name of the workspace.',
    }),
    accentColor: t.exposeString('accentColor', {
      ...withJsonSchema({ maxLength: 7, pattern: '^#[0-9a-f]{6}$', examples: ['#0f766e'] }),
      nullable: true,
      description: 'Colour of the pages for learners, as #rrggbb. Null for the colour of the service.',
    }),
    plan: t.exposeString('plan', {
      ...planNameFieldOptions,
      description:
        'Plan of the workspace, such as professional or enterprise. A workspace with an unknown plan has no API access.',
    }),
    publishGate: t.field({
      type: publishGateRef,
      description: 'Which findings prevent the publication of a course.',
      select: { publishGate: true },
      resolve: ({ publishGate }) => publishGate as PublishGateMode,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the workspace was created.' }),
  }),
})
