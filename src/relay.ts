const says = (description: string) => ({ description })

/** What the schema says of connections (GraphQL Cursor Connections), each sentence once. */
export const relayTexts = {
  pageInfoTypeOptions: says('Where a page of a connection stands.'),
  hasNextPageFieldOptions: says('Whether there is more after it.'),
  hasPreviousPageFieldOptions: says('Whether there is more before it.'),
  startCursorFieldOptions: says('The cursor of its first record; null on an empty page.'),
  endCursorFieldOptions: says('The cursor of its last record; null on an empty page.'),
  beforeArgOptions: says('The records before this cursor.'),
  afterArgOptions: says('The records after this cursor.'),
  firstArgOptions: says('How many from the beginning, 1 to 100. Default 20.'),
  lastArgOptions: says('How many from the end, 1 to 100; not beside first.'),
  cursorFieldOptions: says('Where the record stands, for after and before.'),
  nodeFieldOptions: says('The record.'),
  pageInfoFieldOptions: says('Where the page stands.'),
}

export const edgesText = says('The records of the page, each with its cursor.')
