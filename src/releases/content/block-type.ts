import { blockContentFieldOptions } from '../../courses/block/content-schema.ts'
import { blockTypeRef } from '../../courses/block/enum.ts'
import { toDocumentedShape } from '../../courses/block/learner.ts'
import { type blockContentRef, typedContentFieldOptions } from '../../courses/block/typed-content.ts'
import type { BlockType } from '../../courses/block/types.ts'
import { makeKeyFieldOptions, nodeKeyDescription } from '../../courses/records/key.ts'
import { builder } from '../../operations/builder.ts'
import { makeExposedFieldOptions } from '../../operations/field-options.ts'
import { declareIdFieldPair } from '../../operations/record-id.ts'
import type { ReleaseBlock } from './outline.ts'

/** The options of the GraphQL field `key` of a module, lesson or block in a release. */
export const keyFieldOptionsInRelease = makeKeyFieldOptions(nodeKeyDescription)

/**
 * Declares a GraphQL type for the blocks of a release. Authors and learners have separate types, because only authors
 * see the answers of quizzes.
 */
export const declareReleaseBlockType = (
  name: string,
  description: string,
  contentDescription: string,
  typedContentRef: typeof blockContentRef,
) =>
  builder.objectRef<ReleaseBlock>(name).implement({
    description,
    fields: (t) => ({
      ...declareIdFieldPair(t, 'blockId', 'Identifier of the block.'),
      key: t.exposeString('key', keyFieldOptionsInRelease),
      type: t.field({
        type: blockTypeRef,
        description: 'The type of the block.',
        ...makeExposedFieldOptions('type'),
        resolve: (block) => block.type as BlockType,
      }),
      content: t.expose('content', {
        ...blockContentFieldOptions,
        type: 'JSONObject',
        description: contentDescription,
      }),
      typedContent: t.field({
        ...typedContentFieldOptions,
        type: typedContentRef,
        description: 'The content in the documented shape, as a type of its own for each type of block.',
        resolve: ({ type, content }) => ({
          type: type as BlockType,
          members: toDocumentedShape(type as BlockType, content),
        }),
      }),
    }),
  })
