import { getDataLoaders } from '../../courses/outline/reads/loaders.ts'
import { getCallerId } from '../../identity/caller.ts'
import { actorFieldOptions, readActor } from '../../operations/actor.ts'
import { builder } from '../../operations/builder.ts'
import { makeLongRunningIdempotentResolver } from '../../operations/idempotency.ts'
import { withJsonSchema } from '../../operations/json-schema.ts'
import { operation } from '../../operations/operation.ts'
import { declareIdFieldPair } from '../../operations/record-id.ts'
import { makeInputTypeOptionsFromZod, parseInput } from '../../operations/validation.ts'
import { ApiError, requireRecord } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { courseIdDescription } from '../arguments.ts'
import { createPreviewLinkSchema } from '../rules.ts'
import {
  type CreatedPreviewLink,
  createPreviewLink,
  maxPreviewLinks,
  type PreviewLinkRow,
  readPreviewLinks,
  revokePreviewLink,
} from './links.ts'

type OutputBuilder<Row extends PreviewLinkRow> = PothosSchemaTypes.ObjectFieldBuilder<
  typeof builder.$inferSchemaTypes,
  Row
>

const declareLinkFields = <Row extends PreviewLinkRow>(t: OutputBuilder<Row>) => {
  // The `expose` methods do not accept fields of the type parameter `Row`, so `l` has the type `PreviewLinkRow`.
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
      resolve: ({ createdBy }, _args, context) => readActor(context, createdBy),
    }),
    createdAt: l.expose('createdAt', { type: 'DateTime', description: 'When the link was created.' }),
  }
}

const previewLinkRef = builder.objectRef<PreviewLinkRow>('PreviewLink').implement({
  description: 'A link that shows the draft or a release of a course to people without an API key.',
  fields: (t) => declareLinkFields(t),
})

const createdLinkRef = builder.objectRef<CreatedPreviewLink>('CreatedPreviewLink').implement({
  description: 'A new preview link with its token.',
  fields: (t) => ({
    ...declareLinkFields(t),
    token: t.exposeString('token', {
      ...withJsonSchema({ minLength: 86, maxLength: 86, examples: [`${'a1B2-c3D4_'.repeat(8)}e5F6g7`] }),
      description: 'The secret part of the address of the link. Only this response contains the token.',
    }),
  }),
})

const linkInputRef = builder.inputType('CreatePreviewLinkInput', {
  description: 'A new preview link.',
  ...makeInputTypeOptionsFromZod(createPreviewLinkSchema, {}),
  fields: (t) => ({
    release: t.int({
      description: 'Number of the release to show. By default, the link always shows the current draft.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When the link expires, within 90 days. By default, after 7 days.',
    }),
  }),
})

builder.queryField('previewLinks', (t) =>
  t.field({
    ...operation({
      access: 'courses:publish',
      rest: { method: 'GET', path: '/courses/{courseId}/preview-links', tag: 'Releases' },
      maxItems: maxPreviewLinks,
    }),
    type: [previewLinkRef],
    description: 'The valid preview links of a course, the newest first.',
    args: { courseId: t.arg.id({ required: true, description: courseIdDescription }) },
    resolve: async (_root, { courseId }, context) => {
      const course = isUuid(courseId) ? await getDataLoaders(context).course.load(courseId) : undefined
      return readPreviewLinks(context.db.sql, context.workspaceId(), requireRecord('Course', course).id)
    },
  }),
)

builder.mutationField('createPreviewLink', (t) =>
  t.field({
    ...operation({
      access: 'courses:publish',
      rest: { method: 'POST', path: '/courses/{courseId}/preview-links', status: 201, tag: 'Releases' },
      idempotent: 'lease',
    }),
    type: createdLinkRef,
    description: 'Creates a link that shows the draft or a release of a course to people without an API key.',
    args: {
      courseId: t.arg.id({ required: true, description: courseIdDescription }),
      input: t.arg({ type: linkInputRef, required: true, description: 'The new link.' }),
    },
    resolve: makeLongRunningIdempotentResolver(
      'createPreviewLink',
      (_root, { courseId, input }, { db, caller, workspaceId }): Promise<CreatedPreviewLink> => {
        const { release, expiresAt } = parseInput(createPreviewLinkSchema, input)
        const link = { release, expiresAt, caller: getCallerId(caller) }
        return db.sql.transaction((tx) => createPreviewLink(tx, workspaceId(), courseId, link))
      },
      // The database stores only a hash of the token, so a repeated request cannot return the token.
      {
        serialize: ({ id }) => JSON.stringify(id),
        restore: (stored) => {
          throw new ApiError(
            'conflict',
            'The first request with this Idempotency-Key created a link, whose token is shown only once. Revoke that link and create another.',
            { details: { previewLinkId: JSON.parse(stored) as string } },
          )
        },
      },
    ),
  }),
)

builder.mutationField('revokePreviewLink', (t) =>
  t.field({
    ...operation({
      access: 'courses:publish',
      rest: {
        method: 'DELETE',
        path: '/preview-links/{previewLinkId}',
        tag: 'Releases',
        names: { id: 'previewLinkId' },
      },
      idempotent: true,
    }),
    type: previewLinkRef,
    description: 'Revokes a preview link. The link stops working at once.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of the link.' }) },
    resolve: (_root, { id }, context) =>
      context.db.sql.transaction((tx) => revokePreviewLink(tx, context.workspaceId(), id)),
  }),
)
