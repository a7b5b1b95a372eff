import { builder } from '../builder.ts'
import { check, paging } from '../checks.ts'
import { expose } from '../expose.ts'
import { pageArgs, pageRef } from '../outline/records.ts'
import { workspaceRef } from './viewer.ts'

const workspacePageRef = pageRef('WorkspacePage', workspaceRef, 'workspaces, newest first')

builder.queryField('workspacePage', (t) =>
  t.field({
    ...expose({ access: 'master', tool: { name: 'list_workspaces', title: 'List workspaces', readOnly: true } }),
    type: workspacePageRef,
    description: 'All workspaces, newest first, by page: for the holder of the MCP master key, who works in any.',
    args: pageArgs,
    complexity: (args) => ({ multiplier: args.perPage ?? 20 }),
    resolve: async (_root, args, { db }) => {
      const page = check(paging, args)
      const [items, total] = await Promise.all([
        db.prisma.workspace.findMany({
          orderBy: { id: 'desc' },
          take: page.perPage,
          skip: (page.page - 1) * page.perPage,
        }),
        db.prisma.workspace.count(),
      ])
      return { ...page, items, total }
    },
  }),
)
