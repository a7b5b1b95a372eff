import { lazy, Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { Loading } from '../parts/Loading.tsx'
import { NotFound } from './NotFound.tsx'
import { Stumble } from './Stumble.tsx'

const ApiKeys = lazy(() => import('../keys/ApiKeys.tsx').then(({ ApiKeys }) => ({ default: ApiKeys })))
const Connect = lazy(() => import('../connect/Connect.tsx').then(({ Connect }) => ({ default: Connect })))
const Courses = lazy(() => import('../courses/Courses.tsx').then(({ Courses }) => ({ default: Courses })))
const Usage = lazy(() => import('../usage/Usage.tsx').then(({ Usage }) => ({ default: Usage })))
const Home = lazy(() => import('../home/Home.tsx').then(({ Home }) => ({ default: Home })))

/** Every address of the dashboard; each area is fetched when it is first opened. */
export function Routes() {
  const [path] = useLocation()
  return (
    <Stumble path={path}>
      <Suspense fallback={<Loading lines={4} />}>
        <Switch>
          <Route path="/" component={Home} />
          <Route path="/courses/*?" component={Courses} />
          <Route path="/connect" component={Connect} />
          <Route path="/usage" component={Usage} />
          <Route path="/settings/api-keys" component={ApiKeys} />
          <Route path="/settings">
            <Redirect to="/settings/api-keys" replace />
          </Route>
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </Stumble>
  )
}
