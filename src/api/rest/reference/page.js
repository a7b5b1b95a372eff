// Swagger UI gives these elements no accessible name, or a name that differs from the visible text.
const names = [
  ['#servers', 'Server'],
  ['.close-modal', 'Close'],
  ['.body-param__text', 'Request body'],
  ['.auth-btn-wrapper .authorize', 'Authorize with this credential'],
]

function name() {
  for (const [selector, label] of names)
    for (const found of document.querySelectorAll(selector)) if (found.ariaLabel !== label) found.ariaLabel = label
}
new MutationObserver(name).observe(document.body, { childList: true, subtree: true })

/**
 * Swagger UI shows an operation's path as a link inside a button. This plug-in makes it plain text, because a control
 * must not contain another control.
 */
const plainPaths = ({ React }) => ({
  wrapComponents: {
    DeepLink: (Link) => (props) => {
      const isOperation = props.path?.includes('/')
      return isOperation ? React.createElement('span', null, props.text) : React.createElement(Link, props)
    },
  },
})

SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  plugins: [plainPaths],
  syntaxHighlight: { theme: 'obsidian' },
  // By default, Swagger UI would send the OpenAPI document to an external validator.
  validatorUrl: null,
})
