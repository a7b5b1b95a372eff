import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { useSearchParams } from 'wouter'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Card } from '../ui/Card.tsx'
import { CodeSnippet } from '../ui/CodeSnippet.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { PageLayout } from '../ui/PageLayout.tsx'
import style from './Connect.module.css'
import { type ApiClientCodeExamples, makeApiClientCodeExamples } from './snippets.ts'

const endpoints = [
  { name: 'REST', path: '/api/v1' },
  { name: 'GraphQL', path: '/graphql' },
  { name: 'MCP', path: '/mcp' },
  { name: 'OpenAPI', path: '/api/v1/openapi.json' },
]

const Endpoints = ({ origin }: { origin: string }) => (
  <Card title="Endpoints">
    <dl className={style.endpoints}>
      {endpoints.map(({ name, path }) => (
        <div key={path}>
          <dt>{name}</dt>
          <dd>
            <code>{origin + path}</code>
            <CopyButton text={origin + path} label={`Copy the URL for ${name}`} variant="quiet" isIconOnly />
          </dd>
        </div>
      ))}
    </dl>
  </Card>
)

const Snippets = ({ method }: { method: ApiClientCodeExamples }) => (
  <div className={style.snippets}>
    <p className={style.lead}>{method.lead}</p>
    {method.snippets.map(({ label, note, text }) => (
      <div key={label} className={style.snippet}>
        <h2>{label}</h2>
        {note && <p className={style.note}>{note}</p>}
        <CodeSnippet label={label} text={text} />
      </div>
    ))}
  </div>
)

/** Shows code examples for programs that use the API. The examples contain the URL of this service. */
export function ConnectPage() {
  const { origin } = window.location
  const methods = makeApiClientCodeExamples(origin)
  const [search, setSearch] = useSearchParams()
  const selectedId = methods.find(({ id }) => id === search.get('with'))?.id ?? 'curl'
  return (
    <PageLayout
      title="Connect"
      lead="Examples to copy into a terminal or a program. They need an API key."
      actions={<ButtonLink href="/settings/api-keys">API Keys</ButtonLink>}
    >
      <Card isFlush>
        <Tabs
          selectedKey={selectedId}
          onSelectionChange={(id) => setSearch({ with: String(id) }, { replace: true })}
          className={style.tabs!}
        >
          <TabList aria-label="Clients" className={style.list!}>
            {methods.map(({ id, label }) => (
              <Tab key={id} id={id} className={style.tab!}>
                {label}
              </Tab>
            ))}
          </TabList>
          {methods.map((method) => (
            <TabPanel key={method.id} id={method.id} className={style.panel!}>
              <Snippets method={method} />
            </TabPanel>
          ))}
        </Tabs>
      </Card>
      <Endpoints origin={origin} />
    </PageLayout>
  )
}
