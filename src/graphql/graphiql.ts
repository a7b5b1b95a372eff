import type { GraphiQLOptions } from 'graphql-yoga'

const defaultQuery = `# Put your API key below, under Headers: { "Authorization": "Bearer cw_prod_…" }
# Ctrl-Space completes, Ctrl-Enter runs.
query Courses {
  viewer { plan scopes limit { limit remaining resetAt } }
  coursePage(perPage: 5) {
    items {
      id
      name
      status
      lessonCount
      modules { name lessons { name blocks { type content } } }
    }
    pageInfo { page totalPages total }
  }
}
`

/** The explorer as it opens: a query that shows the service, and a place for the key. */
export const graphiqlDefaults: GraphiQLOptions = {
  title: 'Coursewright · GraphiQL',
  defaultQuery,
  headers: JSON.stringify({ Authorization: 'Bearer <API_KEY>' }, null, 2),
  shouldPersistHeaders: true,
  isHeadersEditorEnabled: true,
}
