import type { ViewerQuery } from '../generated/operations.ts'
import { Card } from '../parts/Card.tsx'
import { planName } from '../parts/plans.ts'
import style from './Home.module.css'

/** The workspace's plan, and what of it is left. */
export const Standing = ({ viewer }: { viewer: ViewerQuery['viewer'] }) => (
  <Card title="Workspace">
    <dl className={style.facts}>
      <dt>Name</dt>
      <dd>{viewer.workspace.name}</dd>
      <dt>Plan</dt>
      <dd>{planName(viewer.plan)}</dd>
      <dt>Requests a minute</dt>
      <dd>{viewer.limit.limit.toLocaleString('en')}</dd>
      <dt>Left in this minute</dt>
      <dd>{viewer.limit.remaining.toLocaleString('en')}</dd>
    </dl>
  </Card>
)
