import { lazy, Suspense, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { Loading } from '../parts/Loading.tsx'
import { NotFound } from './NotFound.tsx'
import { fetchAhead, pages } from './pages.ts'
import { Stumble } from './Stumble.tsx'

const Home = lazy(pages.home)
const Courses = lazy(pages.courses)
const Usage = lazy(pages.usage)
const Connect = lazy(pages.connect)
const ApiKeys = lazy(pages.apiKeys)

/** Every address of the dashboard. */
export function Routes() {
  const [path] = useLocation()
  useEffect(fetchAhead, [])
  return (
    <Stumble path={path}>
      <Suspense fallback={<Loading lines={4} />}>
        <Switch>
          <Route path="/" component={Home} />
          <Route path="/courses/*?" component={Courses} />
          <Route path="/usage" component={Usage} />
          <Route path="/connect" component={Connect} />
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
