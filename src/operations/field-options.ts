type Described = { extensions: Readonly<Record<string, unknown>> }

/** The options of a field that only GraphQL has. REST and MCP leave the field out. */
export const graphqlOnlyFieldOptions = { extensions: { graphqlOnly: true } } as const

/**
 * The options of an input field that clients may send but that has no effect. The schemas of MCP tools leave the field
 * out.
 */
export const inputFieldWithoutEffectOptions = { extensions: { noEffect: true } } as const

/**
 * The options of a field that MCP tools hide: their schemas and results do not contain the field. If a client sends the
 * field nevertheless, the tools accept it.
 */
export const notInMcpToolsFieldOptions = { extensions: { notInTools: true } } as const

/** Returns whether MCP tools list the field in their input schemas and return it in their answers. */
export const isFieldShownInMcpTools = (field: Described) =>
  !isInputFieldWithoutEffect(field) && field.extensions.notInTools !== true

export const isInputFieldWithoutEffect = (field: Described) => field.extensions.noEffect === true

/**
 * The options of a field that returns other records, such as the lessons of a module in a course tree. REST and MCP
 * return such a field only if it has these options.
 */
export const nestedRecordsFieldOptions = { extensions: { nested: true } } as const

/**
 * Returns options which tell Pothos that a field returns the property `name` of its record. If the field has the same
 * name, Pothos reads the property and ignores the resolver, which only narrows the TypeScript type.
 */
export const makeExposedFieldOptions = (name: string) => ({ extensions: { pothosExposedField: name } })

/**
 * The options of an input field that a client can clear. GraphQL and REST clients send null; in MCP, the argument
 * `clear` lists the fields to clear.
 */
export const clearableFieldOptions = { extensions: { clearable: true } } as const

export const isClearableField = (field: Described) => field.extensions.clearable === true

export const isNestedRecordsField = (field: Described) => field.extensions.nested === true

export const isGraphqlOnlyField = (field: Described) => field.extensions.graphqlOnly === true
