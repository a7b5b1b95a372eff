import { getDataLoaders } from '../../courses/outline/reads/loaders.ts'
import { getCallerId } from '../../identity/caller.ts'
import { builder } from '../../operations/builder.ts'
import { makeLongRunningIdempotentResolver } from '../../operations/idempotency.ts'
import { operation } from '../../operations/operation.ts'
import { makeInputTypeLimitOptionsFromZod, parseInput } from '../../operations/validation.ts'
import { ApiError, requireRecord } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { courseIdDescription } from '../arguments.ts'
import { createPreviewLinkSchema } from '../rules.ts'
import {
  type CreatedPreviewLink,
  createPreviewLink,
  maxPreviewLinks,
  readPreviewLinks,
  revokePreviewLink,
} from './links.ts'
import { createdPreviewLinkRef, previewLinkRef } from './type.ts'

const linkInputRef = builder.inputType('CreatePreviewLinkInput', {
  description: 'A new preview link.',
  ...makeInputTypeLimitOptionsFromZod(createPreviewLinkSchema, {}),
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
    type: createdPreviewLinkRef,
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
      // The database stores only a hash of the token. So a repeated request gets an error instead of the token.
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
