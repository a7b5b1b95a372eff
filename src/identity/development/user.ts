/** The only user of the development provider. `issuer` is a fixed value, because the URL of the provider may change. */
export const demoUser = {
  issuer: 'urn:coursewright:development',
  subject: 'demo',
  name: 'Demo Person',
  email: 'demo@example.com',
  plan: 'professional',
} as const
