import { declareCourseField } from '../../courses/outline/graphql/affected-record-fields.ts'
import { actorFieldOptions, findActorOfCallerId } from '../../operations/actor.ts'
import { builder } from '../../operations/builder.ts'
import { graphqlOnlyFieldOptions } from '../../operations/field-options.ts'
import { withJsonSchema } from '../../operations/json-schema.ts'
import { declareIdFieldPair } from '../../operations/record-id.ts'
import type { CreatedPreviewLink, PreviewLinkRow } from './links.ts'

type OutputBuilder<Row extends PreviewLinkRow> = PothosSchemaTypes.ObjectFieldBuilder<
  typeof builder.$inferSchemaTypes,
  Row
>

const declareLinkFields = <Row extends PreviewLinkRow>(t: OutputBuilder<Row>) => {
  // TypeScript does not know the fields of the type parameter `Row`, so `t.expose` accepts no field name.
  // `l` is the same builder as `t`, but its type has the fields of `PreviewLinkRow`.
  const l = t as OutputBuilder<PreviewLinkRow>
  return {
    ...declareIdFieldPair(l, 'previewLinkId', 'Identifier of the link.'),
    courseId: l.exposeID('courseId', { description: 'Identifier of the course.' }),
    releaseNumber: l.exposeInt('releaseNumber', {
      nullable: true,
      description: 'Number of the release that the link shows. Null for the draft.',
    }),
    expiresAt: l.expose('expiresAt', { type: 'DateTime', description: 'When the link expires.' }),
    revokedAt: l.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the link was revoked, or null.',
    }),
    createdBy: l.field({
      ...actorFieldOptions,
      description: 'Who created the link.',
      resolve: ({ createdBy }, _args, context) => findActorOfCallerId(context, createdBy),
    }),
    createdAt: l.expose('createdAt', { type: 'DateTime', description: 'When the link was created.' }),
    ...declareCourseField(l, ({ courseId }) => courseId),
  }
}

export const previewLinkRef = builder.objectRef<PreviewLinkRow>('PreviewLink').implement({
  description: 'A link that shows the draft or a release of a course to people without an API key.',
  fields: (t) => declareLinkFields(t),
})

export const createdPreviewLinkRef = builder.objectRef<CreatedPreviewLink>('CreatedPreviewLink').implement({
  description: 'A new preview link with its token.',
  fields: (t) => ({
    ...declareLinkFields(t),
    previewLink: t.field({
      ...graphqlOnlyFieldOptions,
      type: previewLinkRef,
      description: 'The link without its token, as previewLinks returns it.',
      resolve: (link) => link,
    }),
    token: t.exposeString('token', {
      ...withJsonSchema({ minLength: 86, maxLength: 86, examples: [`${'a1B2-c3D4_'.repeat(8)}e5F6g7`] }),
      description: 'The secret part of the address of the link. Only this response contains the token.',
    }),
  }),
})
