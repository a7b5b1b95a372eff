import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { useSearchParams } from 'wouter'
import { ButtonLink } from '../parts/ButtonLink.tsx'
import { Card } from '../parts/Card.tsx'
import { Copy } from '../parts/Copy.tsx'
import { Page } from '../parts/Page.tsx'
import { Snippet } from '../parts/Snippet.tsx'
import style from './Connect.module.css'
import { type Way, waysFor } from './snippets.ts'

const addresses = [
  { name: 'REST', path: '/api/v1' },
  { name: 'GraphQL', path: '/graphql' },
  { name: 'MCP', path: '/mcp' },
  { name: 'OpenAPI', path: '/api/v1/openapi.json' },
]

const Addresses = ({ origin }: { origin: string }) => (
  <Card title="Addresses">
    <dl className={style.addresses}>
      {addresses.map(({ name, path }) => (
        <div key={path}>
          <dt>{name}</dt>
          <dd>
            <code>{origin + path}</code>
            <Copy text={origin + path} label={`Copy the address of ${name}`} look="quiet" iconOnly />
          </dd>
        </div>
      ))}
    </dl>
  </Card>
)

const Pieces = ({ way }: { way: Way }) => (
  <div className={style.pieces}>
    <p className={style.lead}>{way.lead}</p>
    {way.pieces.map(({ label, note, text }) => (
      <div key={label} className={style.piece}>
        <h3>{label}</h3>
        {note && <p className={style.note}>{note}</p>}
        <Snippet label={label} text={text} />
      </div>
    ))}
  </div>
)

/** How programs reach this service, with this server's address filled in. */
export function Connect() {
  const { origin } = window.location
  const ways = waysFor(origin)
  const [search, setSearch] = useSearchParams()
  const chosen = ways.find(({ id }) => id === search.get('with'))?.id ?? 'curl'
  return (
    <Page
      title="Connect"
      lead="Lines to copy into a terminal or a program. They need an API key."
      actions={<ButtonLink href="/settings/api-keys">API Keys</ButtonLink>}
    >
      <Card flush>
        <Tabs
          selectedKey={chosen}
          onSelectionChange={(id) => setSearch({ with: String(id) }, { replace: true })}
          className={style.tabs!}
        >
          <TabList aria-label="Ways to connect" className={style.list!}>
            {ways.map(({ id, label }) => (
              <Tab key={id} id={id} className={style.tab!}>
                {label}
              </Tab>
            ))}
          </TabList>
          {ways.map((way) => (
            <TabPanel key={way.id} id={way.id} className={style.panel!}>
              <Pieces way={way} />
            </TabPanel>
          ))}
        </Tabs>
      </Card>
      <Addresses origin={origin} />
    </Page>
  )
}
