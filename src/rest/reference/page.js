// Swagger UI leaves these without a name, or says another than it shows.
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

// The path of an operation stands in the button that opens it: as a link it would be a control within a control.
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
  // No service of others sees the document.
  validatorUrl: null,
})
