import { builder } from '../../../operations/builder.ts'
import { operation } from '../../../operations/operation.ts'
import { makeFieldLimitOptionsFromZod, positionSchema } from '../../../operations/validation.ts'
import { getWriter } from '../../changes/writer.ts'
import { type LevelDefinition, type LevelName, levelDefinitions, recordTypeTitles } from '../levels.ts'
import { duplicateTreeNode } from '../writes/copy.ts'
import { deleteTreeNode } from '../writes/delete.ts'
import { moveTreeNode } from '../writes/move.ts'
import { childIdsSchema, maxChildIds, reorderChildren } from '../writes/reorder.ts'
import { expectedTreeVersionDescription, expectedVersionDescription } from '../writes/writes.ts'
import { mcpContentTools } from './content-tools.ts'
import { deletedResultRef } from './record-types.ts'
import { blockRef, lessonRef, moduleRef } from './refs.ts'

const refs = { module: moduleRef, lesson: lessonRef, block: blockRef }

/**
 * Returns what the declarations of all operations on modules, lessons or blocks have in common: names, URL paths and
 * descriptions.
 */
function describeLevel(name: LevelName) {
  const { parent, parentId, table }: LevelDefinition = levelDefinitions[name]
  return {
    parent,
    parentId,
    table,
    title: recordTypeTitles[name],
    tag: `${recordTypeTitles[name]}s`,
    path: `/${table}/{${name}Id}`,
    names: { id: `${name}Id` },
    idText: `Identifier of the ${name}.`,
    /** Returns an object with the argument for the parent, such as `{ moduleId: arg }` for a lesson. */
    parentArg: <Arg>(arg: Arg) => ({ [parentId]: arg }) as Record<typeof parentId, Arg>,
  }
}

/** The parts of the operation descriptions that differ between modules, lessons and blocks. */
type Words = { withChildren: string; deleted: string; duplicated: string }

function declareReorder(name: LevelName): void {
  const { parent, parentId, parentArg, table, tag } = describeLevel(name)
  const parentPath = `/${levelDefinitions[name].parentTable}/{${parentId}}/${table}`
  builder.mutationField(`reorder${tag}`, (t) =>
    t.field({
      ...operation({
        access: 'courses:write',
        rest: { method: 'PUT', path: `${parentPath}/order`, tag },
        tool: { ...mcpContentTools.reorder, kind: name },
        idempotent: true,
        maxItems: maxChildIds,
      }),
      type: [refs[name]],
      description: `Reorders the ${table} of a ${parent}. The argument ids must contain each ${name} exactly once.`,
      args: {
        ...parentArg(t.arg.id({ required: true, description: `Identifier of the ${parent}.` })),
        ids: t.arg.idList({
          ...makeFieldLimitOptionsFromZod(childIdsSchema),
          required: true,
          description: `Identifiers of all ${table} of the ${parent}, in the new order.`,
        }),
        expectedVersion: t.arg.int({ description: expectedTreeVersionDescription }),
      },
      resolve: (_root, { ids, expectedVersion, ...args }, context) =>
        reorderChildren(context.db.sql, name, getWriter(context), args[parentId], ids, expectedVersion),
    }),
  )
}

function declareMove(name: LevelName, { withChildren }: Words): void {
  const { parent, parentId, parentArg, title, tag, path, names, idText } = describeLevel(name)
  builder.mutationField(`move${title}`, (t) =>
    t.field({
      ...operation({
        access: 'courses:write',
        rest: { method: 'POST', path: `${path}/move`, tag, names },
        tool: { ...mcpContentTools.move, kind: name },
        idempotent: true,
      }),
      type: refs[name],
      description: `Moves a ${name}${withChildren} to a ${parent} of the workspace. Without order, the ${name} comes last.`,
      args: {
        id: t.arg.id({ required: true, description: idText }),
        ...parentArg(t.arg.id({ required: true, description: `Identifier of the ${parent} to move to.` })),
        order: t.arg.int({
          ...makeFieldLimitOptionsFromZod(positionSchema),
          description:
            'New position, from 0. If a sibling has this position, the positions of that sibling and of all later siblings increase by one. Default: last.',
        }),
        expectedVersion: t.arg.int({ description: expectedVersionDescription }),
      },
      resolve: (_root, { id, order, expectedVersion, ...args }, context) =>
        moveTreeNode(context.db.sql, name, getWriter(context), id, args[parentId], {
          order,
          version: expectedVersion,
        }),
    }),
  )
}

function declareDuplicate(name: LevelName, { duplicated }: Words): void {
  const { table, title, tag, path, names, idText } = describeLevel(name)
  builder.mutationField(`duplicate${title}`, (t) =>
    t.field({
      ...operation({
        access: 'courses:write',
        rest: { method: 'POST', path: `${path}/duplicate`, status: 201, tag, names, location: `/${table}/{id}` },
        tool: { ...mcpContentTools.duplicate, kind: name },
        idempotent: true,
      }),
      type: refs[name],
      description: duplicated,
      args: { id: t.arg.id({ required: true, description: idText }) },
      resolve: (_root, { id }, context) => duplicateTreeNode(context.db.sql, name, getWriter(context), id),
    }),
  )
}

function declareDelete(name: LevelName, { deleted }: Words): void {
  const { title, tag, path, names, idText } = describeLevel(name)
  builder.mutationField(`delete${title}`, (t) =>
    t.field({
      ...operation({
        access: 'courses:delete',
        rest: { method: 'DELETE', path, tag, names },
        tool: { ...mcpContentTools.remove, kind: name },
        idempotent: true,
      }),
      type: deletedResultRef,
      description: deleted,
      args: {
        id: t.arg.id({ required: true, description: idText }),
        expectedVersion: t.arg.int({ description: expectedVersionDescription }),
      },
      resolve: async (_root, { id, expectedVersion }, context) => {
        const deleted = await deleteTreeNode(context.db.sql, name, getWriter(context), id, {
          version: expectedVersion,
        })
        return { id, ...deleted }
      },
    }),
  )
}

/** Declares the mutations that modules, lessons and blocks share: reorder, move, duplicate and delete. */
export function declareSharedOutlineMutations(name: LevelName, words: Words): void {
  declareReorder(name)
  declareMove(name, words)
  declareDuplicate(name, words)
  declareDelete(name, words)
}
