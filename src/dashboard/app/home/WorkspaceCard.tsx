import type { ViewerQuery } from '../generated/operations.ts'
import { Card } from '../ui/Card.tsx'
import { getPlanDisplayName } from '../usage/plan-name.ts'
import style from './Home.module.css'

/** Shows the name and plan of the workspace, its requests per minute, and how many of them are left in this minute. */
export const WorkspaceCard = ({ viewer }: { viewer: ViewerQuery['viewer'] }) => (
  <Card title="Workspace">
    <dl className={style.facts}>
      <dt>Name</dt>
      <dd>{viewer.workspace.name}</dd>
      <dt>Plan</dt>
      <dd>{getPlanDisplayName(viewer.plan)}</dd>
      <dt>Requests per minute</dt>
      <dd>{viewer.limit.limit.toLocaleString('en')}</dd>
      <dt>Left in this minute</dt>
      <dd>{viewer.limit.remaining.toLocaleString('en')}</dd>
    </dl>
  </Card>
)
