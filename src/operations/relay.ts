const describedAs = (description: string) => ({ description })

/** The descriptions of Relay connection types (GraphQL Cursor Connections Specification). */
export const relayPluginDescriptions = {
  // The type is shareable, because other subgraphs of Apollo Federation declare it too.
  pageInfoTypeOptions: { ...describedAs('Pagination details of a connection.'), directives: { shareable: {} } },
  hasNextPageFieldOptions: describedAs('Whether more records follow this page.'),
  hasPreviousPageFieldOptions: describedAs('Whether more records precede this page.'),
  startCursorFieldOptions: describedAs('The cursor of the first record, or null on an empty page.'),
  endCursorFieldOptions: describedAs('The cursor of the last record, or null on an empty page.'),
  beforeArgOptions: describedAs('Returns the records before this cursor.'),
  afterArgOptions: describedAs('Returns the records after this cursor.'),
  firstArgOptions: describedAs('The number of records to return from the start, 1 to 100. The default is 20.'),
  lastArgOptions: describedAs('The number of records to return from the end, 1 to 100. Not allowed with `first`.'),
  cursorFieldOptions: describedAs('The cursor of the record, for the arguments `after` and `before`.'),
  nodeFieldOptions: describedAs('The record.'),
  pageInfoFieldOptions: describedAs('Pagination details.'),
}

export const edgesDescriptionOptions = describedAs('The records of the page, each with its cursor.')
