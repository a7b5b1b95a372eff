import type { ViewerQuery } from '../generated/operations.ts'
import { Card } from '../ui/Card.tsx'
import { getPlanDisplayName } from '../usage/plan-name.ts'
import style from './Home.module.css'

/** Shows the name and plan of the workspace. */
export const WorkspaceCard = ({ viewer }: { viewer: ViewerQuery['viewer'] }) => (
  <Card title="Workspace">
    <dl className={style.facts}>
      <dt>Name</dt>
      <dd>{viewer.workspace.name}</dd>
      <dt>Plan</dt>
      <dd>{getPlanDisplayName(viewer.plan)}</dd>
    </dl>
  </Card>
)
