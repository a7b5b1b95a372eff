import { builder } from '../operations/builder.ts'
import { operation } from '../operations/operation.ts'
import { computePageListComplexity, declarePageType, pageArgs, readNumberedPage } from '../operations/pages.ts'
import { workspaceRef } from './workspace-type.ts'

const workspacePageRef = declarePageType('WorkspacePage', workspaceRef, 'workspaces, newest first')

builder.queryField('workspacePage', (t) =>
  t.field({
    ...operation({ access: 'master', tool: { name: 'list_workspaces', title: 'List workspaces', readOnly: true } }),
    type: workspacePageRef,
    description: 'Lists all workspaces in numbered pages, newest first. Requires the MCP master key.',
    args: pageArgs,
    complexity: (args) => computePageListComplexity(args.perPage),
    resolve: (_root, args, { db }) =>
      readNumberedPage(args, async ({ limit, offset }) => {
        const [items, total] = await Promise.all([
          db.prisma.workspace.findMany({ orderBy: { id: 'desc' }, take: limit, skip: offset }),
          db.prisma.workspace.count(),
        ])
        return { items, total }
      }),
  }),
)
