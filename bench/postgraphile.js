// PostGraphile 5, as its documentation recommends for production: the Amber preset, no GraphiQL, no watching.
import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

const connectionString = process.env.DATABASE_URL
const server = createServer()
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString, schemas: ['public'], pubsub: false })],
  grafserv: { graphiql: false, watch: false },
  grafast: { explain: false },
})
await instance.createServ(grafserv).addTo(server)
server.listen(Number(process.env.PORT), '127.0.0.1')
